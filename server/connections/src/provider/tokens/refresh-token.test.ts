import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { isDatabaseOutOfReach } from '@platform/kernel/db/errors'
import { givenBreakingSessions } from '@platform/testing/breaking-sessions'
import { testDatabase } from '@platform/testing/test-database'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connectionJobs } from '../../connections/jobs.ts'
import { bystander } from '@platform/testing/bystander'
import { startPlatform } from '../../../../program/src/main/platform.ts'
import { readSettings } from '../../../../program/src/main/settings/settings.ts'
import { givenPlatform } from '@platform/testing/test-platform'
import { findLease, takeLease } from './refresh-lease.ts'
import { freshCredentials } from './refresh-token.ts'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

it('refreshes once for concurrent callers', async () => {
  const { database, services, control, connect, projectId, messages } = await givenPlatform()
  const db = database.tenant(projectId)
  await control.settings({ rotateRefreshTokens: true })
  const { id: connectionId } = await connect()
  const first = await freshCredentials(services, db, { connectionId })
  const refusedToken = 'tokens' in first ? must(first.tokens, 'tokens').accessToken : ''
  await control.clearRequests()

  const all = await Promise.all(
    Array.from({ length: 10 }, () =>
      freshCredentials(services, db, { connectionId, refusedToken }),
    ),
  )

  const refreshes = (await control.requests()).filter(({ url }) => url.endsWith('/token'))
  expect(refreshes).toHaveLength(1)
  expect(new Set(all.map((credentials) => JSON.stringify(credentials)))).toHaveLength(1)
  await vi.waitFor(
    () =>
      expect(messages.map(({ notificationType }) => notificationType)).toContain(
        'connection.refreshed',
      ),
    patiently,
  )
})

it('uses a refreshed token after the provider has refused the old one', async () => {
  const { call, control, connect } = await givenPlatform()
  await connect()
  await control.expireTokens()

  const metadata = await call<{ fields: object }>(
    'GET',
    '/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=globex',
  )

  expect(metadata.fields).toHaveProperty('Email')
})

it('marks a connection with a revoked refresh token and reports it once', async () => {
  const { call, control, connect, messages, services } = await givenPlatform()
  const { id } = await connect()
  const logged = vi.spyOn(services.log, 'warn')
  await control.revokeTokens()

  const replies = await Promise.all([
    call('GET', `/v1/{p}/connections/${id}?refresh=force`),
    call('GET', `/v1/{p}/connections/${id}?refresh=force`),
  ])

  expect(replies).toMatchObject([{ status: 422 }, { status: 422 }])
  expect(await call('GET', `/v1/{p}/connections/${id}`)).toMatchObject({
    status: 'bad_credentials',
  })
  await vi.waitFor(
    () =>
      expect(
        messages.filter(({ notificationType }) => notificationType === 'connection.error'),
      ).toHaveLength(1),
    patiently,
  )
  expect(logged.mock.calls).toEqual([
    [
      { connectionId: id, provider: 'salesforce', failuresInARow: 1, kind: 'grant' },
      'the tokens of a connection could not be renewed',
    ],
  ])
})

it('ends a connection at once whose package was uninstalled', async () => {
  const { call, control, connect } = await givenPlatform({ asOf: '2026-11' })
  await control.installPackage()
  const { id } = await connect()
  await control.uninstallPackage()

  await call('GET', `/v1/{p}/connections/${id}?refresh=force`)

  expect(await call('GET', `/v1/{p}/connections/${id}`)).toMatchObject({
    status: 'bad_credentials',
  })
})

it('keeps idle connections alive beyond 30 days, with one refresh for all processes', async () => {
  const env = { PLATFORM_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
  const platform = await givenPlatform({ asOf: '2026-11', env })
  const { database, control, connect, call } = platform
  const second = await startPlatform(
    readSettings({
      ...env,
      DATABASE_URL: platform.databaseUrl,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_ROLE: 'engine',
      PLATFORM_LOG_LEVEL: 'silent',
    }),
    { providerOverrides: platform.providerOverrides },
  )
  onTestFinished(() => second.stop())
  await control.installPackage()
  const { id } = await connect()
  const { tokens } = (await freshCredentials(
    platform.services,
    database.tenant(platform.projectId),
    { connectionId: id },
  )) as { tokens: { accessToken: string; refreshToken: string } }
  const imported = await call<{ id: `conn_${string}`; tokenExpireTime?: string }>(
    'POST',
    '/v1/{p}/connections:generate',
    {
      ...{ provider: 'salesforce', groupRef: 'initech', consumerRef: 'peter' },
      oauth2AuthorizationCode: {
        accessToken: { token: tokens.accessToken },
        refreshToken: { token: tokens.refreshToken },
      },
    },
  )
  await call('DELETE', `/v1/{p}/connections/${id}`)
  const counts = []
  let refusedToken = tokens.accessToken
  for (const days of [29, 58, 87]) {
    await control.clock(days * 86_400)
    await control.clearRequests()
    const outcomes = await Promise.all(
      [platform, second].map(({ services }) =>
        freshCredentials(services, database.tenant(platform.projectId), {
          ...{ connectionId: imported.id, refusedToken, isBackground: true },
        }),
      ),
    )
    expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1)
    const [renewed] = outcomes as { tokens: { accessToken: string } }[]
    refusedToken = must(renewed, 'credentials').tokens.accessToken
    const requests = await control.requests()
    counts.push(requests.filter(({ url }) => url.endsWith('/oauth2/token')).length)
  }

  expect(Date.parse(imported.tokenExpireTime ?? '')).toBeLessThan(Date.now() + 86_400_000)
  expect(counts).toEqual([1, 1, 1])
  expect(await call('GET', `/v1/{p}/connections/${imported.id}`)).not.toMatchObject({
    status: 'bad_credentials',
  })
})

it('requests tokens of an ended grant once for repeated page views', async () => {
  const { call, control, connect } = await givenPlatform()
  const { id } = await connect()
  const { id: other } = await connect('bystander')
  await control.addFault({ effect: 'refresh-revoked', match: { pathRegex: '/token$' } })
  await control.expireTokens()
  await control.clearRequests()
  const open = (groupRef: string) =>
    call<{ status?: number; detail?: string; fields?: object }>(
      'GET',
      `/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=${groupRef}`,
    )
  const refreshes = async () =>
    (await control.requests()).filter(({ url }) => url.endsWith('/token')).length

  const first = await open('globex')
  const again = [await open('globex'), await open('globex'), await open('globex')]
  const asked = await refreshes()
  const forced = await call('GET', `/v1/{p}/connections/${id}?refresh=force`)
  await control.clearFaults()
  const ofAnother = await open('bystander')

  expect(first).toMatchObject({
    status: 422,
    detail: expect.stringContaining('no longer accepts the credentials'),
  })
  for (const reply of again) {
    expect(reply).toMatchObject({ status: first.status, detail: first.detail })
  }
  expect(asked).toBe(1)
  expect(forced).toMatchObject({ status: 422 })
  expect(ofAnother.fields).toHaveProperty('Email')
  expect(await call('GET', `/v1/{p}/connections/${other}`)).toMatchObject({ status: 'working' })
})

const slowTokens = (delayMs: number) =>
  ({ effect: 'slow', delayMs, match: { pathRegex: '/token$' } }) as const

it('does not block others during a slow refresh', { tags: 'refresh-lease' }, async () => {
  const { url, control, connect, call } = await givenPlatform()
  const { id } = await connect()
  await control.addFault(slowTokens(4_000))
  await control.clearRequests()

  const ready: number[] = []
  const look = async () => {
    await call('GET', '/v1/{p}/destinations')
    ready.push((await fetch(`${url}/readyz`)).status)
  }
  const {
    done: replies,
    limitMs,
    medianMs,
  } = await bystander(look, () =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        call<{ id?: string }>('GET', `/v1/{p}/connections/${id}?refresh=force`),
      ),
    ),
  )

  expect(replies.map((reply) => reply.id)).toEqual(replies.map(() => id))
  const asked = (await control.requests()).filter((request) => request.url.endsWith('/token'))
  expect(asked).toHaveLength(1)
  expect(medianMs).toBeLessThan(limitMs)
  expect(new Set(ready)).toEqual(new Set([200]))
})

it('refreshes once across processes, with a shared result', async () => {
  const { database, services, control, connect, projectId } = await givenPlatform()
  const db = database.tenant(projectId)
  const { id: connectionId } = await connect()
  const another = { ...services }
  const renew = (process: typeof services) =>
    freshCredentials(process, db, { connectionId, force: true })
  await control.addFault(slowTokens(600))
  await control.clearRequests()

  const [first, second] = await Promise.all([renew(services), renew(another)])
  await control.revokeTokens()
  const refused = await Promise.allSettled([renew(services), renew(another)])

  expect(first).toEqual(second)
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const asked = (await control.requests()).filter(({ url }) => url.endsWith('/token'))
  expect(asked).toHaveLength(2)
})

it('does not overwrite newer credentials', async () => {
  const { database, services, control, connect, projectId } = await givenPlatform()
  const db = database.tenant(projectId)
  const { id: connectionId } = await connect()
  await control.addFault({ ...slowTokens(2_500), times: 1 })

  const renewing = freshCredentials(services, db, { connectionId, force: true })
  await vi.waitFor(
    async () => expect(await control.faults()).toMatchObject([{ applied: 1 }]),
    patiently,
  )
  await connect()
  const given = await freshCredentials(services, db, { connectionId })
  const credentials = await renewing

  expect(credentials).toEqual(given)
  expect(await freshCredentials(services, db, { connectionId })).toEqual(given)
})

/** Takes the lease over from a process that is waiting for the provider's reply. */
async function takeOver(db: Db, about: Parameters<typeof takeLease>[1]) {
  await vi.waitFor(
    async () => expect(await findLease(db, about.connectionId)).toBeDefined(),
    patiently,
  )
  await db
    .updateTable('refreshLeases')
    .set({ expireTime: new Date(0) })
    .execute()
  return takeLease(db, about)
}

it(
  'stores tokens whose lease another process took that has none',
  { tags: 'refresh-lease' },
  async () => {
    const { database, services, control, connect, projectId } = await givenPlatform()
    const db = database.tenant(projectId)
    const { id: connectionId } = await connect()
    const before = await freshCredentials(services, db, { connectionId })
    await control.addFault({ ...slowTokens(1_000), times: 1 })

    const renewing = freshCredentials(services, db, { connectionId, force: true })
    const another = await takeOver(db, { projectId, connectionId })
    const renewed = await renewing

    expect(another).toEqual({ fence: 2 })
    expect(await findLease(db, connectionId)).toMatchObject({ fence: 2, isHeld: true })
    expect(renewed).not.toEqual(before)
    expect(await freshCredentials(services, db, { connectionId })).toEqual(renewed)
  },
)

it('renews the lease while the provider takes longer than it lasts', async () => {
  const { database, services, control, connect, projectId } = await givenPlatform()
  const db = database.tenant(projectId)
  const { id: connectionId } = await connect()
  await control.addFault({ effect: 'held-reply', times: 1, match: { pathRegex: '/token$' } })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())

  const renewing = freshCredentials(services, db, { connectionId, force: true })
  // It ends with the platform.
  renewing.catch(() => {})
  await vi.waitFor(async () => expect(await findLease(db, connectionId)).toBeDefined(), patiently)
  await db
    .updateTable('refreshLeases')
    .set({ expireTime: new Date(0) })
    .execute()
  await vi.advanceTimersByTimeAsync(10_000)

  await vi.waitFor(
    async () => expect(await findLease(db, connectionId)).toMatchObject({ isHeld: true }),
    patiently,
  )
})

it('loses no tokens when the database is away after the reply of a provider that ends reused grants', async () => {
  const database = await testDatabase({ needsPassword: true })
  const sessions = await givenBreakingSessions(database.connectionString)
  const platform = await givenPlatform({
    asOf: '2026-11',
    database: { ...database, connectionString: sessions.connectionString },
  })
  const { services, control, connect, call, projectId } = platform
  await control.installPackage()
  const { id: connectionId } = await connect()
  const db = platform.database.tenant(projectId)
  await control.addFault({ ...slowTokens(500), times: 1 })

  const renewing = freshCredentials(services, db, { connectionId, force: true })
  const failed = renewing.catch((error: unknown) => error)
  await vi.waitFor(
    async () => expect(await control.faults()).toMatchObject([{ applied: 1 }]),
    patiently,
  )
  sessions.goAway()
  const outcome = await failed
  sessions.comeBack()
  await vi.waitFor(
    async () => expect(await findLease(db, connectionId)).toMatchObject({ isHeld: false }),
    patiently,
  )
  const again = await call('GET', `/v1/{p}/connections/${connectionId}?refresh=force`)

  expect(isDatabaseOutOfReach(outcome)).toBe(true)
  expect(again).toMatchObject({ status: 'working' })
})

/** Imports the tokens of a connection into connections of other groups. */
async function givenImports(platform: Awaited<ReturnType<typeof givenPlatform>>) {
  const { database, projectId, services, connect, call } = platform
  const { id: connectionId } = await connect()
  const { tokens } = (await freshCredentials(services, database.tenant(projectId), {
    connectionId,
  })) as { tokens: { accessToken: string; refreshToken: string } }
  return {
    tokens,
    importFor: (groupRef: string, expiresInMs: number, { withRefreshToken = true } = {}) =>
      call<{ id: `conn_${string}` }>('POST', '/v1/{p}/connections:generate', {
        provider: 'salesforce',
        groupRef,
        consumerRef: 'peter',
        oauth2AuthorizationCode: {
          accessToken: {
            token: tokens.accessToken,
            expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
          },
          ...(withRefreshToken && { refreshToken: { token: tokens.refreshToken } }),
        },
      }),
  }
}

it('renews an imported connection by the provider app of its provider', async () => {
  const platform = await givenPlatform()
  const { tokens, importFor } = await givenImports(platform)
  const db = platform.database.tenant(platform.projectId)
  const { id: connectionId } = await importFor('initech', 0)
  const { id: lasting } = await importFor('umbrella', 60_000, { withRefreshToken: false })

  const renewed = await freshCredentials(platform.services, db, { connectionId })
  const kept = await freshCredentials(platform.services, db, { connectionId: lasting })

  expect(renewed).toMatchObject({ tokens: { accessToken: expect.any(String) } })
  expect(renewed).not.toMatchObject({ tokens: { accessToken: tokens.accessToken } })
  expect(kept).toMatchObject({ tokens: { accessToken: tokens.accessToken } })
})

it(
  'renews each connection in its own job, earliest expiry first, and logs failures',
  { tags: 'independent-refresh' },
  async () => {
    const platform = await givenPlatform()
    const { database, control, call } = platform
    const { importFor } = await givenImports(platform)
    const later = await importFor('initech', 200_000)
    const first = await importFor('umbrella', 150_000)
    await control.addFault({ effect: 'unavailable', match: { pathRegex: '/token$' }, times: 1 })
    const read = (id: string) => call('GET', `/v1/{p}/connections/${id}`)
    const failing = {
      refreshFailure: { failuresInARow: 1, detail: expect.stringContaining('503') },
    }

    await connectionJobs(database)['refresh-tokens']()
    await vi.waitFor(async () => {
      const types = platform.messages.map(({ notificationType }) => notificationType)
      expect(types).toContain('connection.refreshed')
    }, patiently)

    expect(await read(first.id)).toMatchObject(failing)
    expect(await read(later.id)).not.toHaveProperty('refreshFailure')
    await call('GET', `/v1/{p}/connections/${first.id}?refresh=force`)
    expect(await read(first.id)).not.toHaveProperty('refreshFailure')
  },
)

it('starts refreshing before all of a thousand are queued', async () => {
  const platform = await givenPlatform()
  const { database, connect } = platform
  const { id } = await connect()
  await sql`
    insert into consumers (project_id, consumer_ref, consumer_name)
    select ${platform.projectId}, 'many-' || n, 'Many' from generate_series(1, 1001) n`.execute(
    database.everything,
  )
  await sql`
    insert into connections (id, project_id, provider, group_ref, consumer_ref, auth_scheme, status, credentials, access_expire_time)
    select 'conn_many' || n, project_id, 'gone', group_ref, 'many-' || n, auth_scheme, status, credentials, now()
      from connections, generate_series(1, 1001) n where id = ${id}`.execute(database.everything)

  await connectionJobs(database)['refresh-tokens']()

  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs
    where key like 'refresh-connection:%' group by created_at`.execute(database.everything)
  expect(rows.length).toBeGreaterThan(1)
  expect(Math.max(...rows.map(({ count }) => count))).toBeLessThanOrEqual(500)
})

it(
  'refreshes others immediately while twenty connections hang',
  { tags: 'independent-refresh' },
  async () => {
    const platform = await givenPlatform()
    const { database, control, hubspot, call, connect } = platform
    const { importFor } = await givenImports(platform)
    const { id } = await connect('umbrella', 'hubspot')
    for (let n = 0; n < 20; n++) await importFor(`bad-${n}`, 100_000)
    await control.addFault({ effect: 'hang', match: { pathRegex: '/token$' } })
    const hanging = async () => (await control.faults()).reduce((sum, one) => sum + one.applied, 0)
    await connectionJobs(database)['refresh-tokens']()
    await vi.waitFor(async () => expect(await hanging()).toBeGreaterThan(0), patiently)
    await hubspot.clearRequests()

    const look = () => call('GET', '/v1/{p}/destinations')
    const { limitMs, medianMs } = await bystander(look, async () => {
      for (let n = 0; n < 10; n++) await call('GET', `/v1/{p}/connections/${id}?refresh=force`)
    })

    const renewed = (await hubspot.requests()).filter(({ url }) => url.endsWith('/token'))
    expect(renewed).toHaveLength(10)
    expect(medianMs).toBeLessThan(limitMs)
  },
)

it('tries undecryptable credentials once and refreshes others', async () => {
  const platform = await givenPlatform()
  const { database, services, call } = platform
  const { importFor } = await givenImports(platform)
  const broken = await importFor('initech', 100_000)
  const other = await importFor('umbrella', 100_000)
  await sql`update connections set credentials = set_byte(credentials, 20, get_byte(credentials, 20) # 1)
    where id = ${broken.id}`.execute(database.everything)
  const logged = vi.spyOn(services.log, 'error')
  const read = (id: string) => call('GET', `/v1/{p}/connections/${id}`)
  const round = async () => {
    await connectionJobs(database)['refresh-tokens']()
    await vi.waitFor(async () => {
      const { rows } = await sql<{ key: string }>`
        select key from graphile_worker.jobs
        where key like 'refresh-connection:%' and attempts < max_attempts`.execute(
        database.everything,
      )
      expect(rows).toEqual([])
    }, patiently)
  }

  for (let rounds = 0; rounds < 3; rounds++) await round()

  const reports = logged.mock.calls.filter(
    ([about]) => (about as { connectionId?: string }).connectionId === broken.id,
  )
  expect(reports).toHaveLength(1)
  expect(await read(broken.id)).toMatchObject({
    refreshFailure: { failuresInARow: 1, detail: expect.stringContaining('PLATFORM_MASTER_KEY') },
  })
  expect(await read(other.id)).not.toHaveProperty('refreshFailure')
  expect(platform.messages.map(({ notificationType }) => notificationType)).toContain(
    'connection.refreshed',
  )
})
