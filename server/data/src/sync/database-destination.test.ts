import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { closeClient } from '@platform/kernel/db/client'
import { givenBreakingSessions } from '@platform/testing/breaking-sessions'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule, waitForFirstRead } from '@platform/testing/read-on-schedule'
import { emptyDatabase } from '@platform/testing/test-database'
import { givenPlatform, manifest } from '@platform/testing/test-platform'

it('keeps the records of a customer in tables of the builder while they are read again', async () => {
  const { connectionString, drop } = await emptyDatabase()
  onTestFinished(drop)
  const sessions = await givenBreakingSessions(connectionString)
  const { host, username, password, pathname } = new URL(sessions.connectionString)
  const own = new pg.Client({ connectionString })
  await own.connect()
  onTestFinished(() => closeClient(own))
  const platform = await givenPlatform({
    contacts: 25,
    env: { PLATFORM_ALLOW_CIDR: '127.0.0.0/8' },
  })
  const create = (name: string, database: string) =>
    platform.call('POST', '/v1/{p}/destinations', {
      ...{ name, type: 'postgres', verify: true },
      metadata: { host, database, user: username, schema: 'synced' },
      secrets: { password: decodeURIComponent(password) },
    })
  const listRows = async () =>
    (await own.query(`select * from synced.person order by lastname, _record_id`)).rows

  const refused = await create('wrong', 'nowhere')
  const created = await create('tables', pathname.slice(1))
  await platform.call('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: manifest.replace('destination: webhook', 'destination: tables'),
  })
  await platform.connect()
  const { id: installationId } = await platform.install()
  const before = await vi.waitFor(async () => {
    const rows = await listRows()
    expect(rows).toHaveLength(25)
    return rows
  }, patiently)
  await platform.control.updateRecord('Contact', String(before[0]?.['_record_id']), {
    LastName: 'Aaa',
  })
  const db = platform.database.tenant(platform.projectId)
  await waitForFirstRead(db, installationId)
  await readOnSchedule(db, {
    ...{ projectId: platform.projectId, installationId, objectName: 'Contact' },
  })

  await vi.waitFor(
    async () => expect((await listRows())[0]).toMatchObject({ lastname: 'Aaa' }),
    patiently,
  )
  expect(await listRows()).toHaveLength(25)
  expect(before[0]).toMatchObject({
    _group_ref: 'globex',
    _installation_id: installationId,
    _changed_at: expect.any(Date),
    email: expect.stringContaining('@'),
  })
  expect(refused).toMatchObject({
    detail: 'The test message was not accepted: database "nowhere" does not exist (SQLSTATE 3D000)',
  })
  const shown = JSON.stringify([created, await platform.call('GET', '/v1/{p}/destinations')])
  expect(shown).toContain('"user":"postgres"')
  expect(shown).not.toContain(decodeURIComponent(password))
})
