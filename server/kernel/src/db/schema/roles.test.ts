// @module-tag database-roles
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { getFirst } from '../../values/must.ts'

// What an injected statement can do: the roles must restrict it.

let api: TestApi
let mine: Awaited<ReturnType<typeof givenTenant>>
let others: Awaited<ReturnType<typeof givenTenant>>
beforeAll(async () => {
  api = await testApi(await testDatabase({ needsPassword: true }))
  mine = await givenTenant(api)
  others = await givenTenant(api)
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

/** Runs statements in sequence on a served connection, and returns the rows of the last one. */
async function inject(...statements: string[]): Promise<unknown[]> {
  const db = api.database.tenant(mine.project.id)
  return db.connection().execute(async (connection) => {
    const { rows: before } = await sql<{ tenant: string }>`
      select current_setting('platform.tenant') as tenant`.execute(connection)
    let rows: unknown[] = []
    for (const statement of statements) ({ rows } = await sql.raw(statement).execute(connection))
    await sql`select set_config('platform.tenant', ${getFirst(before).tenant}, false)`.execute(
      connection,
    )
    return rows
  })
}

const keysOfOthers = () => `select id from api_keys where project_id = '${others.project.id}'`

describe('on a connection that serves a tenant', () => {
  it.each([
    ['of no tenant in particular', "select set_config('platform.tenant', '*', false)"],
    ['by another tenant’s name', "select set_config('platform.tenant', $OTHER, false)"],
    ['with a made-up proof', "select set_config('platform.tenant', $OTHER || ' 00', false)"],
    [
      'with the own proof',
      `select set_config('platform.tenant',
        $OTHER || ' ' || split_part(current_setting('platform.tenant'), ' ', 2), false)`,
    ],
  ])('sees nothing of others %s', async (_how, statement) => {
    const rows = await inject(
      statement.replaceAll('$OTHER', `'${others.project.id}'`),
      keysOfOthers(),
    )

    expect(rows).toEqual([])
  })

  it.each([
    'set role platform',
    'set role platform_everything',
    "select set_config('role', 'platform', false)",
    'set session authorization postgres',
    'alter role current_user bypassrls',
    'alter table api_keys no force row level security',
    'alter table api_keys disable row level security',
    'drop policy tenant on api_keys',
    'create table mine (id text)',
    'create temporary table mine (id text)',
    'create function mine() returns void language sql as $$ select $$',
    'truncate api_keys',
    'select * from tenant_key',
    'select * from tenancy.proven',
    'create or replace view tenancy.proven as select $$x$$ as tenant',
    'select * from server_secrets',
    'select * from auth."user"',
    'update builders set primary_email = primary_email',
    'update audit_log set action = action',
    'delete from audit_log',
    'alter table audit_log disable trigger append_only',
    "copy api_keys to program 'id'",
    "copy api_keys from program 'id'",
    "copy api_keys to '/tmp/api-keys'",
    "select pg_read_file('/etc/passwd')",
    "select lo_import('/etc/passwd')",
    'create extension dblink',
    "load 'plpgsql'",
  ])('may not: %s', async (statement) => {
    await expect(inject(statement)).rejects.toThrow(
      /permission denied|must be owner|must be superuser|not allowed|access to library/i,
    )
  })

  it('can do its work', async () => {
    expect(
      await inject(`select id from api_keys where project_id = '${mine.project.id}'`),
    ).toHaveLength(2)
  })

  it('adds to the audit log', async () => {
    await inject(`insert into audit_log (id, org_id, actor_kind, actor_id, action, target, request_id)
      values ('aud_1', '${mine.org.id}', 'nobody', '-', 'x', '/', 'r')`)
  })
})

it('works for one tenant, for all and on the tables as three roles', async () => {
  const { everything } = api.database
  const [ofTenant] = await inject('select current_user as role')
  const { rows: ofAll } = await sql.raw('select current_user as role').execute(everything)
  const { rows: owners } = await sql<{ role: string }>`
    select distinct tableowner as role from pg_tables where schemaname = 'public'`.execute(
    everything,
  )

  const roles = [ofTenant, ...ofAll, ...owners].map((row) => JSON.stringify(row))
  expect(owners).toHaveLength(1)
  expect(new Set(roles).size).toBe(3)
})

it('lets nothing that works for all tenants own, bypass, alter or rewrite the log', async () => {
  const db = api.database.everything
  const { rows } = await sql<{ isFree: boolean }>`
    select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
      or exists (select from pg_class where relowner = r.oid) as "isFree"
    from pg_roles r where rolname in (session_user, current_user)`.execute(db)

  expect(rows.map(({ isFree }) => isFree)).toEqual([false])
  for (const statement of [
    'update audit_log set action = action',
    'delete from audit_log',
    'truncate audit_log',
    'alter table api_keys disable row level security',
    'set role platform',
    "copy api_keys to program 'id'",
  ]) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(
      /permission denied|must be owner|must be superuser/,
    )
  }
})

it('keeps no superuser connection and requires a password', async () => {
  const { rows } = await sql<{ name: string; isSuper: boolean }>`
    select usename as name, rolsuper as "isSuper"
    from pg_stat_activity join pg_roles on rolname = usename
    where datname = current_database() and pid <> pg_backend_pid()`.execute(api.database.everything)
  const { connectionString } = api.database as unknown as { connectionString: string }
  const stranger = new pg.Client({
    connectionString: connectionString.replace(/postgres:[^@]*@/, 'postgres:a-guess@'),
  })

  expect(rows.filter(({ isSuper }) => isSuper)).toEqual([])
  await expect(stranger.connect()).rejects.toThrow('password authentication failed')
})
