import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { givenDatabase } from '@platform/testing/test-database'
import { closeClient, openPool } from './client.ts'
import { openDatabase } from './database.ts'
import { newId } from './new-id.ts'

/** Valid settings of a server or database that other programs use, too. */
const unusual = {
  jit: 'on',
  plan_cache_mode: 'force_custom_plan',
  timezone: 'Asia/Kolkata',
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  search_path: 'other',
  default_transaction_isolation: 'serializable',
  statement_timeout: '200ms',
  lock_timeout: '200ms',
  idle_in_transaction_session_timeout: '200ms',
  idle_session_timeout: '200ms',
}

/** Opens a database with unusual settings. */
async function givenUnusualSettings() {
  const { connectionString } = await givenDatabase()
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  const name = pg.escapeIdentifier(admin.database!)
  for (const [setting, value] of Object.entries(unusual)) {
    await admin.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
  }
  await admin.end()
  const database = await openDatabase(connectionString, { maxConnections: 4 })
  onTestFinished(() => database.close())
  return { database, connectionString }
}

const showAll = sql<{ name: string; setting: string }>`
  select name, setting from pg_settings where lower(name) = any(${Object.keys(unusual)}::text[])`

it('sets what statements expect in every session, whatever the database sets', async () => {
  const { database } = await givenUnusualSettings()
  const dedicated = await database.dedicated()
  onTestFinished(() => closeClient(dedicated))
  const pool = openPool({ ...database.poolConfig, max: 1 })
  onTestFinished(() => pool.end())

  const { rows: ofTenant } = await showAll.execute(database.tenant(newId('proj')))
  const { rows: ofEverything } = await showAll.execute(database.everything)
  const { sql: text, parameters } = showAll.compile(database.everything)
  const values = [...parameters]
  const sessions = {
    tenant: ofTenant,
    everything: ofEverything,
    dedicated: (await dedicated.query(text, values)).rows,
    library: (await pool.query(text, values)).rows,
    owner: (await database.asOwner((client) => client.query(text, values))).rows,
  }

  for (const [session, rows] of Object.entries(sessions)) {
    const settings = Object.fromEntries(
      rows.map(({ name, setting }) => [name.toLowerCase(), setting]),
    )
    expect(settings, session).toMatchObject({
      jit: 'off',
      plan_cache_mode: 'auto',
      timezone: 'UTC',
      datestyle: 'ISO, MDY',
      intervalstyle: 'postgres',
      bytea_output: 'hex',
      extra_float_digits: '1',
      standard_conforming_strings: 'on',
      search_path: 'public',
      default_transaction_isolation: 'read committed',
      idle_session_timeout: '0',
    })
    const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    for (const name of timeouts) expect(settings[name], `${session} ${name}`).not.toBe('200')
  }
})

it('reads what it wrote where the database writes dates and bytes in another way', async () => {
  const { database } = await givenUnusualSettings()
  const projectId = newId('proj')
  const [orgId, wrapped] = [newId('org'), Buffer.from([0, 39, 92, 255])]
  await database.everything
    .insertInto('organizations')
    .values({ id: orgId, label: 'Acme', defaultTeamId: newId('team') })
    .execute()
  await database.everything
    .insertInto('projects')
    .values({ id: projectId, orgId, name: 'crm', appName: 'Acme' })
    .execute()
  const at = new Date('2026-11-10T23:59:59.123Z')

  const row = await database
    .tenant(projectId)
    .insertInto('dataKeys')
    .values({ projectId, masterKeyId: 'k', wrapped, createTime: at })
    .returning(['wrapped', 'createTime'])
    .executeTakeFirst()

  expect(row).toEqual({ wrapped, createTime: at })
})

it('migrates a database whose limits are shorter than a migration', async () => {
  const { database } = await givenUnusualSettings()

  const waiting = database.asOwner((client) => client.query('select pg_sleep(0.3)'))

  await expect(waiting).resolves.toBeDefined()
})
