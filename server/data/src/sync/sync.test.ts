import { expect, it, vi } from 'vitest'
import { givenPlatform, type PlatformMessage } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'

type Platform = Awaited<ReturnType<typeof givenPlatform>>

const listRecords = (messages: PlatformMessage[], readType: string) =>
  messages.filter((message) => message.readType === readType).flatMap(({ result }) => result ?? [])

const waitForMessage = (platform: Platform, type: string) =>
  vi.waitFor(() => {
    const found = platform.messages.find(({ notificationType }) => notificationType === type)
    if (!found) throw new Error(`${type} has not arrived`)
    return found
  }, patiently)

const runSchedule = async ({ database, projectId }: Platform, installationId: `inst_${string}`) => {
  const before = await countEnded(database, projectId)
  await readOnSchedule(database.tenant(projectId), {
    projectId,
    installationId,
    objectName: 'Contact',
  })
  await vi.waitFor(async () => {
    if ((await countEnded(database, projectId)) === before) throw new Error('not yet')
  }, patiently)
}

const countEnded = async (database: Platform['database'], projectId: string) =>
  (
    await database
      .tenant(projectId)
      .selectFrom('operations')
      .select('id')
      .where('status', '!=', 'in_progress')
      .execute()
  ).length

it('delivers every record once, mapped and raw, under the name that the builder gave', async () => {
  const platform = await givenPlatform({ contacts: 25 })
  await platform.connect()

  await platform.install()
  await waitForMessage(platform, 'read.backfill.done')

  const records = listRecords(platform.messages, 'backfill')
  expect(records).toHaveLength(25)
  expect(platform.messages.find(({ action }) => action === 'read')).toMatchObject({
    objectName: 'person',
    rawObjectName: 'Contact',
    groupRef: 'globex',
    resultInfo: { type: 'inline', numRecords: 25 },
  })
  expect(records[0]).toMatchObject({
    fields: { LastName: expect.any(String), Title: expect.any(String) },
    mappedFields: { email: expect.stringContaining('@') },
    raw: { Id: expect.any(String) },
  })
})

it('delivers changes on schedule without duplicates', async () => {
  const platform = await givenPlatform({ contacts: 25 })
  await platform.connect()
  const { id } = await platform.install()
  await waitForMessage(platform, 'read.backfill.done')
  await platform.control.createRecord('Contact', { LastName: 'Newcomer' })

  await runSchedule(platform, id)
  await runSchedule(platform, id)

  const names = listRecords(platform.messages, 'scheduled').map(
    ({ fields }) => fields?.['LastName'],
  )
  expect(names).toEqual(['Newcomer'])
})

it('pauses immediately on bad credentials, and resumes when the user reconnects', async () => {
  const platform = await givenPlatform({ contacts: 5 })
  await platform.connect()
  const { id } = await platform.install()
  await waitForMessage(platform, 'read.backfill.done')
  await platform.control.createRecord('Contact', { LastName: 'Meanwhile' })
  await platform.control.revokeTokens()

  await runSchedule(platform, id)
  const paused = await waitForMessage(platform, 'read.schedule.paused')
  const installation = await platform.call<{ healthStatus: string; objects: object }>(
    'GET',
    `/v1/{p}/integrations/crm/installations/${id}`,
  )
  await platform.connect()

  expect(paused.data).toMatchObject({
    installationId: id,
    error: expect.stringMatching(/credent/i),
  })
  expect(installation).toMatchObject({
    healthStatus: 'unhealthy',
    objects: { Contact: { state: 'paused' } },
  })
  await waitForMessage(platform, 'connection.error')
  await vi.waitFor(
    () =>
      expect(
        listRecords(platform.messages, 'scheduled').map(({ fields }) => fields?.['LastName']),
      ).toEqual(['Meanwhile']),
    patiently,
  )
})

it('resumes a backfill with its original period when the user reconnects', async () => {
  const platform = await givenPlatform({ contacts: 5 })
  await platform.connect()
  await platform.control.revokeTokens()

  await platform.install()
  await waitForMessage(platform, 'read.schedule.paused')
  await platform.connect()
  await waitForMessage(platform, 'read.backfill.done')

  const db = platform.database.tenant(platform.projectId)
  const backfills = await db.selectFrom('operations').select(['status', 'since']).execute()
  expect(listRecords(platform.messages, 'backfill')).toHaveLength(5)
  expect(backfills).toEqual([{ status: 'success', since: null }])
})

it('waits for rate limits and outages within the operation', async () => {
  const platform = await givenPlatform({ contacts: 25 })
  await platform.connect()
  await platform.control.addFault({
    effect: 'server-error',
    times: 2,
    match: { pathRegex: '/query' },
  })
  await platform.control.addFault({
    effect: 'unavailable',
    times: 1,
    match: { pathRegex: '/query' },
  })

  await platform.install()
  await waitForMessage(platform, 'read.backfill.done')

  expect(listRecords(platform.messages, 'backfill')).toHaveLength(25)
})
