import { expect, it, vi } from 'vitest'
import { givenPlatform, manifest, type PlatformMessage } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values/must'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'

type Platform = Awaited<ReturnType<typeof givenPlatform>>

const idsOf = (messages: PlatformMessage[], readType: string) =>
  messages
    .filter((message) => message.readType === readType)
    .flatMap(({ result }) => (result ?? []).map(({ raw }) => must(raw, 'raw')['Id'] as string))

const arrived = (platform: Platform, type: string) =>
  vi.waitFor(() => {
    const found = platform.messages.find(({ notificationType }) => notificationType === type)
    if (!found) throw new Error(`${type} has not arrived`)
    return found
  }, patiently)

const operationsOf = ({ database, projectId }: Platform) =>
  database.tenant(projectId).selectFrom('operations').selectAll().orderBy('id').execute()

const objectOf = async (platform: Platform, id: string) => {
  const installation = await platform.call<{
    healthStatus: string
    objects: Record<string, { state: string; retrying?: object; pausedReason?: string }>
  }>('GET', `/v1/{p}/integrations/crm/installations/${id}`)
  return installation.objects['Contact']
}

const runSchedule = ({ database, projectId }: Platform, installationId: `inst_${string}`) =>
  readOnSchedule(database.tenant(projectId), { projectId, installationId, objectName: 'Contact' })

it('resumes a backfill from its last page after new credentials', async () => {
  const platform = await givenPlatform({ contacts: 6_500 })
  await platform.connect()
  await platform.control.addFault({ effect: 'slow', delayMs: 400, match: { pathRegex: '/query' } })

  const { id } = await platform.install()
  await vi.waitFor(
    () => expect(idsOf(platform.messages, 'backfill')).not.toHaveLength(0),
    patiently,
  )
  await platform.control.revokeTokens()
  await arrived(platform, 'read.schedule.paused')
  const before = new Set(idsOf(platform.messages, 'backfill'))
  await platform.control.clearFaults()
  await platform.connect()
  await arrived(platform, 'read.backfill.done')

  const ids = idsOf(platform.messages, 'backfill')
  const operations = await operationsOf(platform)
  expect(before.size).toBeGreaterThan(0)
  expect(before.size).toBeLessThan(6_500)
  expect(new Set(ids).size).toBe(6_500)
  expect(ids).toHaveLength(6_500)
  expect(operations.filter(({ readType }) => readType === 'backfill')).toHaveLength(1)
  expect(await objectOf(platform, id)).toMatchObject({ state: 'active' })
})

it('shows a backfill as retrying during an outage, and completes it afterwards', async () => {
  const platform = await givenPlatform({ contacts: 25 })
  await platform.connect()
  await platform.control.addFault({ effect: 'unavailable', match: { pathRegex: '/query' } })

  const { id } = await platform.install()
  const away = await vi.waitFor(async () => {
    const object = await objectOf(platform, id)
    expect(object).toMatchObject({ state: 'retrying' })
    return object
  }, patiently)
  await runSchedule(platform, id)
  await platform.control.clearFaults()
  await arrived(platform, 'read.backfill.done')

  expect(away?.retrying).toMatchObject({
    since: expect.any(String),
    error: expect.stringContaining('503'),
    nextTryTime: expect.any(String),
  })
  const operations = await operationsOf(platform)
  expect(operations.map(({ readType, status }) => [readType, status])).toEqual([
    ['backfill', 'success'],
  ])
  expect(await objectOf(platform, id)).not.toHaveProperty('retrying')
})

it('does not fail a backfill for one possibly temporary refusal', async () => {
  const platform = await givenPlatform({ contacts: 25 })
  await platform.connect()
  await platform.control.addFault({
    effect: 'permission-lost',
    times: 1,
    match: { pathRegex: '/query' },
  })

  await platform.install()
  await arrived(platform, 'read.backfill.done')

  expect(idsOf(platform.messages, 'backfill')).toHaveLength(25)
  expect(platform.messages.some((m) => m.notificationType === 'read.schedule.paused')).toBe(false)
})

it.each([-600, 600])(
  "misses no change with a provider's clock off by %i seconds",
  async (offset) => {
    const sourceYaml = manifest.replace(/ {10}backfill:[\s\S]*/, '')
    const platform = await givenPlatform({ contacts: 5, sourceYaml })
    await platform.control.clock(offset)
    await platform.connect()
    await platform.control.clearRequests()

    const { id } = await platform.install()
    const atInstallation = await platform.control.createRecord('Contact', { LastName: 'First' })
    await vi.waitFor(async () => {
      const [operation] = await operationsOf(platform)
      expect(operation?.status).toBe('success')
    }, patiently)
    const afterwards = await platform.control.createRecord('Contact', { LastName: 'Second' })
    await runSchedule(platform, id)
    await vi.waitFor(async () => expect(await operationsOf(platform)).toHaveLength(2), patiently)

    await vi.waitFor(
      () =>
        expect(idsOf(platform.messages, 'scheduled').toSorted()).toEqual(
          [atInstallation.id, afterwards.id].toSorted(),
        ),
      patiently,
    )
  },
)
