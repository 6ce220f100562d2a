import type { Log } from '@platform/contract'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { givenPlatform, manifest } from '@platform/testing/test-platform'
import { getFirst } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

type Platform = Awaited<ReturnType<typeof givenPlatform>>

const listRecords = ({ messages }: Platform, readType = 'backfill') =>
  messages.filter((m) => m.readType === readType).flatMap(({ result }) => result ?? [])

const isDone = (platform: Platform) =>
  vi.waitFor(
    () =>
      expect(platform.messages.some((m) => m.notificationType === 'read.backfill.done')).toBe(true),
    patiently,
  )

const readState = async (platform: Platform, id: string) =>
  (
    await platform.call<{ objects: Record<string, { state: string; pausedReason?: string }> }>(
      'GET',
      `/v1/{p}/integrations/crm/installations/${id}`,
    )
  ).objects['Contact']

const selectOperations = ({ database, projectId }: Platform) =>
  database.tenant(projectId).selectFrom('operations').selectAll().orderBy('id').execute()

/** Adds calls of tools, newer than every read of the installation. */
const callTools = ({ database }: Platform, { times }: { times: number }) =>
  sql`
    insert into operations (id, project_id, integration_id, installation_id, config_id, action_type,
        object_name, status)
    select 'op_z' || n, project_id, integration_id, id, config_id, 'toolCall', 'Contact', 'success'
      from installations, generate_series(1, ${times}::int) n`.execute(database.everything)

/** A platform during a backfill: its first page is delivered, the provider holds the second. */
async function givenBackfill() {
  const platform = await givenPlatform({ contacts: 2_500 })
  await platform.connect()
  await platform.control.addFault({
    effect: 'slow',
    delayMs: 60_000,
    match: { pathRegex: String.raw`/query/\w` },
  })
  const { id } = await platform.install()
  await vi.waitFor(() => expect(listRecords(platform)).not.toHaveLength(0), patiently)
  const path = `/read/v1/{p}/integrations/crm/installations/${id}`
  return { platform, id, path }
}

/** All turns of reads, or only those in progress. */
const selectTurns = ({ database }: Platform, { taken }: { taken: boolean }) =>
  database.everything
    .selectFrom('readTurns')
    .select('operationId')
    .$if(taken, (turns) => turns.where('runner', 'is not', null))
    .execute()

/** Releases the held responses, and waits until no read or delivery is running. */
async function waitForReads(platform: Platform) {
  await platform.control.clearFaults()
  await vi.waitFor(
    async () => expect(await selectTurns(platform, { taken: true })).toEqual([]),
    patiently,
  )
  await new Promise((resolve) => setTimeout(resolve, 500))
}

it('pauses a backfill at its next page with the reason, and resumes there', async () => {
  const { platform, id, path } = await givenBackfill()

  await platform.call('POST', `${path}:pause`, { objects: ['Contact'], note: 'Spring cleaning' })
  const atPause = listRecords(platform).length
  await waitForReads(platform)
  const afterwards = listRecords(platform).length
  const paused = await readState(platform, id)
  const refused = await platform.call<{ type: string }>(
    'POST',
    '/read/v1/{p}/integrations/crm/objects/Contact',
    { groupRef: 'globex' },
  )
  await platform.call('POST', `${path}:unpause`, {})
  await isDone(platform)
  const resumed = await readState(platform, id)
  const operations = await selectOperations(platform)
  await callTools(platform, { times: 10_000 })
  await platform.call('POST', `${path}:pause`, {})
  const { id: operationId } = getFirst(operations)
  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operationId}/logs`)

  const by = expect.stringMatching(/^api-key:key_/) as unknown
  expect(
    logs.flatMap(({ message }) =>
      message.by ? [[message.msg.replace(/key_\w+/, 'KEY'), message.by]] : [],
    ),
  ).toEqual([
    ['Reading Contact was paused by your backend (KEY).', by],
    ['Reading Contact was resumed by your backend (KEY).', by],
    ['Reading Contact was paused by your backend (KEY): Spring cleaning', by],
  ])
  expect(afterwards).toBe(atPause)
  expect(atPause).toBeLessThan(2_500)
  expect(paused).toMatchObject({
    state: 'paused',
    pausedReason: 'Spring cleaning',
    pausedBy: expect.stringMatching(/^api-key:key_/),
  })
  expect(resumed).not.toHaveProperty('pausedBy')
  expect(refused.type).toMatch(/object-paused$/)
  expect(listRecords(platform)).toHaveLength(2_500)
  expect(operations).toHaveLength(1)
})

it('stops a running read when the object is disabled, and resumes when enabled', async () => {
  const { platform, id } = await givenBackfill()
  const configure = (disabled: boolean) =>
    platform.call('PATCH', `/v1/{p}/integrations/crm/installations/${id}?skipSampling=true`, {
      updateMask: ['config.content.read.objects.Contact.disabled'],
      installation: { config: { content: { read: { objects: { Contact: { disabled } } } } } },
    })

  await configure(true)
  await vi.waitFor(
    async () => expect(await selectTurns(platform, { taken: false })).toEqual([]),
    patiently,
  )
  const whenOff = listRecords(platform).length
  await waitForReads(platform)
  const later = listRecords(platform).length
  const off = await readState(platform, id)
  await configure(false)
  await isDone(platform)

  expect(later).toBe(whenOff)
  expect(whenOff).toBeLessThan(2_500)
  expect(off).toMatchObject({ state: 'disabled' })
  expect(listRecords(platform)).toHaveLength(2_500)
})

it('retries refused credentials immediately on resume', async () => {
  const platform = await givenPlatform({ contacts: 1 })
  const { id: connectionId } = await platform.connect()
  const { id } = await platform.install()
  await isDone(platform)
  await platform.control.revokeTokens()
  await platform.call('GET', `/v1/{p}/connections/${connectionId}?refresh=force`)
  const before = await selectOperations(platform)

  await platform.call('POST', `/read/v1/{p}/integrations/crm/installations/${id}:unpause`, {})
  await vi.waitFor(
    async () =>
      expect((await selectOperations(platform)).at(-1)).toMatchObject({
        status: 'failure',
        result: expect.stringContaining('invalid_grant'),
      }),
    patiently,
  )

  expect(before.map(({ status }) => status)).toEqual(['success'])
  expect(await readState(platform, id)).toMatchObject({
    state: 'paused',
    pausedReason: expect.stringContaining('Bad credentials'),
  })
})

it('cancels a backfill and continues with changes since its start', async () => {
  const { platform, id } = await givenBackfill()
  const backfill = getFirst(await selectOperations(platform))

  const canceled = await platform.call('POST', `/v1/{p}/operations/${backfill.id}:cancel`)
  const again = await platform.call('POST', `/v1/{p}/operations/${backfill.id}:cancel`)
  await waitForReads(platform)
  const object = await readState(platform, id)

  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${backfill.id}/logs`)

  const canceledBy = expect.stringMatching(/^api-key:key_/) as unknown
  expect(canceled).toMatchObject({ status: 'canceled', canceledBy })
  expect(canceled).not.toHaveProperty('createdBy')
  expect(logs.map(({ message }) => message.msg)).toContainEqual(
    expect.stringMatching(/^Canceled by your backend \(key_\w+\).$/),
  )
  expect(again).toMatchObject({ status: 409 })
  expect(listRecords(platform).length).toBeLessThan(2_500)
  expect(object).toMatchObject({ state: 'active', watermark: expect.any(String) })
  expect((await selectOperations(platform)).map(({ status }) => status)).toEqual(['canceled'])
})

it('holds results of an object until requested', async () => {
  const sourceYaml = `${manifest.trimEnd()}
          delivery:
            mode: onRequest
            pageSize: 50
`
  const platform = await givenPlatform({ contacts: 120, sourceYaml })
  await platform.connect()
  const deliver = (pages: number) =>
    platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact:deliverResults', {
      groupRef: 'globex',
      pages,
    })

  await platform.install()
  await isDone(platform)
  await waitForReads(platform)
  const unasked = listRecords(platform).length
  await deliver(1)
  await vi.waitFor(() => expect(listRecords(platform)).toHaveLength(50), patiently)
  await deliver(0)

  expect(unasked).toBe(0)
  await vi.waitFor(() => expect(listRecords(platform)).toHaveLength(120), patiently)
})

it("limits held results by the project's quota, and resumes once they are requested", async () => {
  const sourceYaml = `${manifest.trimEnd()}
          delivery:
            mode: onRequest
`
  const platform = await givenPlatform({ contacts: 4_100, sourceYaml })
  platform.services.tenantLimits.storedBytes = 400_000
  await platform.connect()
  await platform.install()
  const progress = () =>
    platform.database.everything
      .selectFrom('operations')
      .select(['status', 'recordsProcessed'])
      .executeTakeFirst()

  await vi.waitFor(
    async () =>
      expect(await progress()).toEqual({ status: 'in_progress', recordsProcessed: 2_000 }),
    patiently,
  )
  await waitForReads(platform)
  const held = await progress()
  await vi.waitFor(async () => {
    await platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact:deliverResults', {
      groupRef: 'globex',
      pages: 0,
    })
    expect(listRecords(platform)).toHaveLength(4_100)
  }, patiently)

  expect(held?.recordsProcessed).toBe(2_000)
})

it('names the missing destination as the remedy of a read that cannot be triggered', async () => {
  const platform = await givenPlatform({ contacts: 1 })
  await platform.connect()
  const { id } = await platform.install()
  await isDone(platform)
  await platform.call('DELETE', '/v1/{p}/destinations/webhook?force=true')
  // A job stops what sends to it.
  await vi.waitFor(
    async () => expect((await readState(platform, id))?.state).toBe('paused'),
    patiently,
  )

  const refused = await platform.call<{ type: string; remedy: string }>(
    'POST',
    '/read/v1/{p}/integrations/crm/objects/Contact',
    { groupRef: 'globex' },
  )

  expect(refused.type).toMatch(/object-paused$/)
  expect(refused.remedy).toContain('Create the destination webhook')
})

it('names a new sign-in as the remedy of a read that cannot be triggered', async () => {
  const platform = await givenPlatform({ contacts: 1 })
  await platform.connect()
  await platform.install()
  await isDone(platform)
  await platform.database
    .tenant(platform.projectId)
    .updateTable('installationObjects')
    .set({ pausedFor: 'credentials', pausedReason: 'invalid_grant', pausedTime: new Date() })
    .execute()

  const refused = await platform.call<{ type: string; remedy: string }>(
    'POST',
    '/read/v1/{p}/integrations/crm/objects/Contact',
    { groupRef: 'globex' },
  )

  expect(refused.type).toMatch(/object-paused$/)
  expect(refused.remedy).toContain('sign in again')
})
