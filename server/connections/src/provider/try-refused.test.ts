import { sandboxApps } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connectionJobs } from '../connections/jobs.ts'
import { testPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'
import { openProvider } from './open-provider.ts'
import { tryRejected } from './try-refused.ts'
import { patiently } from '@platform/testing/patiently'

let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
})

afterAll(() => platform.close())

beforeEach(() => platform.control.clearFaults())

const tenantDb = () => platform.database.tenant(platform.projectId)

interface ConnectionState {
  id: `conn_${string}`
  status: string
  refusal?: { detail: string; since: string; retryTime?: string }
  refreshFailure?: { kind: string; detail: string; retryTime?: string }
}

const readConnection = (id: string) =>
  platform.call<ConnectionState>('GET', `/v1/{p}/connections/${id}`)

const listMessages = (notificationType: string, connectionId: string) =>
  platform.messages.filter(
    (message) =>
      message.notificationType === notificationType &&
      message.data &&
      'connectionId' in message.data &&
      message.data.connectionId === connectionId,
  )

const rejectRefresh = () =>
  platform.control.addFault({ effect: 'refresh-revoked', match: { pathRegex: '/token$' } })

const renew = (id: string) => platform.call('GET', `/v1/{p}/connections/${id}?refresh=force`)

/** Backdates the refusal of the credentials by these hours, so that a trial is due. */
const asIfRejected = (id: `conn_${string}`, hoursAgo: number) =>
  tenantDb()
    .updateTable('connections')
    .set({ trialTime: new Date(0), refusedSince: new Date(Date.now() - hoursAgo * 3_600_000) })
    .where('id', '=', id)
    .execute()

const hoursUntil = (time: string | undefined) =>
  (Date.parse(must(time, 'time')) - Date.now()) / 3_600_000

it('retries an ended grant after a day and resumes reading on success', async () => {
  const { id } = must(await platform.connect('heals'), 'connection')
  const installation = await platform.install('heals')
  await vi.waitFor(() => expect(backfills(installation.id)).toBe(1), patiently)
  await rejectRefresh()
  await renew(id)
  const refused = await readConnection(id)
  await vi.waitFor(() => expect(listMessages('connection.error', id)).toHaveLength(1), patiently)
  const { data } = must(listMessages('connection.error', id)[0], 'event')

  await asIfRejected(id, 24)
  await platform.control.clearFaults()
  await connectionJobs(platform.database)['refresh-tokens']()

  await vi.waitFor(async () => expect((await readConnection(id)).status).toBe('working'), patiently)
  await vi.waitFor(
    () => expect(listMessages('connection.refreshed', id)).toHaveLength(1),
    patiently,
  )
  expect(refused).toMatchObject({
    status: 'bad_credentials',
    refusal: { detail: expect.stringContaining('expired access/refresh token') },
    refreshFailure: { kind: 'grant' },
  })
  expect(hoursUntil(refused.refusal?.retryTime)).toBeGreaterThan(23.9)
  expect(hoursUntil(refused.refusal?.retryTime)).toBeLessThan(25.1)
  expect(data).toMatchObject({ errors: [refused.refusal?.detail] })
  expect(await readConnection(id)).not.toHaveProperty('refusal')
  expect(listMessages('connection.error', id)).toHaveLength(1)
})

const backfills = (installationId: string) =>
  platform.messages.filter(
    ({ notificationType, data }) =>
      notificationType === 'read.backfill.done' &&
      data &&
      'installationId' in data &&
      data.installationId === installationId,
  ).length

it('notifies again after a week and leaves the connection unchanged', async () => {
  const { id } = must(await platform.connect('weak'), 'connection')
  await rejectRefresh()
  await renew(id)

  await asIfRejected(id, 48)
  await tryRejected(platform.services, tenantDb(), id)
  const within = await readConnection(id)
  await asIfRejected(id, 7 * 24 + 1)
  await tryRejected(platform.services, tenantDb(), id)

  await vi.waitFor(() => expect(listMessages('connection.error', id)).toHaveLength(2), patiently)
  expect(hoursUntil(within.refusal?.retryTime)).toBeGreaterThan(23.9)
  const after = await readConnection(id)
  expect(after).toMatchObject({ status: 'bad_credentials' })
  expect(after.refusal).not.toHaveProperty('retryTime')
  await platform.control.clearRequests()
  await connectionJobs(platform.database)['refresh-tokens']()
  expect(await platform.control.requests()).toEqual([])
})

it('retries in an hour if the provider does not answer', async () => {
  const { id } = must(await platform.connect('away'), 'connection')
  await rejectRefresh()
  await renew(id)
  await platform.control.clearFaults()
  await platform.control.addFault({ effect: 'html', match: { pathRegex: '/token$' } })

  await asIfRejected(id, 24)
  await tryRejected(platform.services, tenantDb(), id)

  const { status, refusal } = await readConnection(id)
  expect(status).toBe('bad_credentials')
  expect(hoursUntil(refusal?.retryTime)).toBeLessThan(1.1)
})

it('is retried by one process at a time, and soon after its death', async () => {
  const { id } = must(await platform.connect('race'), 'connection')
  await rejectRefresh()
  await renew(id)
  await asIfRejected(id, 24)
  await platform.control.clearRequests()

  await Promise.all([1, 2, 3].map(() => tryRejected({ ...platform.services }, tenantDb(), id)))

  expect(await platform.control.requests()).toHaveLength(1)
})

it('retries refused calls by a call, not by a refresh', async () => {
  const { id } = must(await platform.connect('calls'), 'connection')
  const refuseCalls = { effect: 'token-expired', match: { pathRegex: '/(data|userinfo)' } } as const
  await platform.control.addFault(refuseCalls)
  const { client } = await openProvider(platform.services, tenantDb(), id)
  await client.request({ path: '/services/data/v60.0/limits' })
  const refused = await readConnection(id)

  await asIfRejected(id, 24)
  await tryRejected(platform.services, tenantDb(), id)
  const still = await readConnection(id)
  await platform.control.clearFaults()
  await asIfRejected(id, 48)
  await tryRejected(platform.services, tenantDb(), id)

  expect(refused).toMatchObject({
    status: 'bad_credentials',
    refusal: { detail: expect.stringContaining('INVALID_SESSION_ID') },
  })
  expect(still.status).toBe('bad_credentials')
  expect((await readConnection(id)).status).toBe('working')
  await vi.waitFor(() => expect(listMessages('connection.updated', id)).toHaveLength(1), patiently)
  expect(listMessages('connection.error', id)).toHaveLength(1)
})

it('reports a rejected OAuth client to the builder once and keeps the connection', async () => {
  const { id } = must(await platform.connect('client'), 'connection')
  const apps = await platform.call<{ id: string; provider: string }[]>(
    'GET',
    '/v1/{p}/provider-apps',
  )
  const app = `/v1/{p}/provider-apps/${apps.find(({ provider }) => provider === 'salesforce')?.id}`
  const correct = (clientSecret: string) =>
    platform.call('PATCH', app, { updateMask: ['clientSecret'], providerApp: { clientSecret } })
  await correct('wrong')

  const replies = [await renew(id), await renew(id)]
  const refused = await readConnection(id)
  const shown = await platform.call('GET', app)
  await correct(sandboxApps.salesforce.clientSecret)
  const corrected = await platform.call('GET', app)
  // Without a request, and long before its token expires.
  await vi.waitFor(
    async () => expect(await readConnection(id)).not.toHaveProperty('refreshFailure'),
    patiently,
  )

  expect(replies).toMatchObject([
    { status: 502, remedy: expect.stringContaining('provider app') },
    { status: 502 },
  ])
  expect(refused).toMatchObject({ refreshFailure: { kind: 'oauthClient' } })
  expect(refused.status).not.toBe('bad_credentials')
  expect(refused).not.toHaveProperty('refusal')
  expect(shown).toMatchObject({ refusal: { detail: expect.stringContaining('invalid_client') } })
  expect(JSON.stringify([shown, refused])).not.toContain(sandboxApps.salesforce.clientSecret)
  expect(corrected).not.toHaveProperty('refusal')
  await vi.waitFor(() => expect(listMessages('connection.error', id)).toHaveLength(1), patiently)
})
