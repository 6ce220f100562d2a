import type { Installation } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { givenPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

it('reports health and start time of an installation, its objects and its connection', async () => {
  const platform = await givenPlatform({ contacts: 5 })
  await platform.connect()
  const { id } = await platform.install()
  const path = `/v1/{p}/integrations/crm/installations/${id}`
  const readInstallation = () => platform.call<Installation>('GET', path)
  const contact = ({ objects }: Installation) => must(objects['Contact'], 'Contact')
  await vi.waitFor(
    async () => expect(contact(await readInstallation()).lastRunTime).toBeDefined(),
    patiently,
  )

  const well = await readInstallation()
  await platform.call('POST', `/read${path}:pause`, { note: 'Spring cleaning' })
  const paused = await readInstallation()
  await platform.call('POST', `/read${path}:unpause`, {})
  const db = platform.database.tenant(platform.projectId)
  await db
    .updateTable('connections')
    .set({ status: 'bad_credentials', refusedSince: new Date(), refusal: 'invalid_grant' })
    .execute()
  const refused = await readInstallation()
  await db
    .updateTable('connections')
    .set({
      status: 'working',
      refusedSince: null,
      refusal: null,
      refreshFailureKind: 'oauthClient',
      refreshError: 'Correct the provider app.',
      refreshFailingSince: new Date(),
      refreshRetryTime: new Date(Date.now() + 7_200_000),
    })
    .execute()
  const retryTime = new Date(Date.now() + 3_600_000)
  // A read that ends meanwhile is no longer retried.
  const lacksClient = await vi.waitFor(async () => {
    await db
      .updateTable('installationObjects')
      .set({ retryingSince: new Date(), retryingBecause: 'invalid_client', retryTime })
      .execute()
    const installation = await readInstallation()
    expect(contact(installation).state).toBe('retrying')
    return installation
  }, patiently)
  await db.updateTable('installationObjects').set({ retryingSince: null }).execute()
  const givenUp = await readInstallation()

  expect(well).toMatchObject({ healthStatus: 'healthy', health: { state: 'healthy' } })
  expect(contact(well)).toMatchObject({ state: 'active', nextRunTime: expect.any(String) })
  const pause = { state: 'paused', reason: 'Spring cleaning', since: expect.any(String) }
  expect(paused).toMatchObject({ healthStatus: 'unhealthy', health: pause })
  expect(contact(paused)).toMatchObject({ state: 'paused', health: pause })
  expect(contact(paused).nextRunTime).toBeUndefined()
  const signIn = { state: 'needsSignIn', reason: 'invalid_grant', since: expect.any(String) }
  expect(refused).toMatchObject({
    healthStatus: 'unhealthy',
    health: signIn,
    connection: { status: 'bad_credentials', health: signIn },
  })
  expect(contact(refused)).toMatchObject({
    state: 'paused',
    pausedFor: 'credentials',
    health: signIn,
  })
  expect(contact(refused).nextRunTime).toBeUndefined()
  const failing = { state: 'failing', reason: 'Correct the provider app.' }
  const soonest = { ...failing, retryTime: retryTime.toISOString() }
  expect(lacksClient).toMatchObject({ health: soonest, connection: { health: failing } })
  expect(contact(lacksClient)).toMatchObject({ state: 'retrying', health: soonest })
  expect(contact(givenUp)).toMatchObject({ state: 'active', health: failing })
})

it('shows errors that only the builder can fix as failing, and outages as retrying at first', async () => {
  const platform = await givenPlatform({ contacts: 0 })
  await platform.connect()
  const db = platform.database.tenant(platform.projectId)
  const readAfter = async (
    refreshFailureKind: 'oauthClient' | 'outage' | null,
    minutes: number,
  ) => {
    await db
      .updateTable('connections')
      .set({
        refreshFailureKind,
        refreshError: refreshFailureKind && 'No answer.',
        refreshFailingSince: new Date(Date.now() - minutes * 60_000),
      })
      .execute()
    const [connection] = await platform.call<Installation['connection'][]>(
      'GET',
      '/v1/{p}/connections',
    )
    return must(connection, 'connection').health
  }

  expect(await readAfter('outage', 1)).toMatchObject({ state: 'retrying', reason: 'No answer.' })
  expect(await readAfter('outage', 20)).toMatchObject({ state: 'failing' })
  expect(await readAfter('oauthClient', 1)).toMatchObject({ state: 'failing' })
  expect(await readAfter(null, 1)).toEqual({ state: 'healthy' })
})
