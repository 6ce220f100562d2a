import * as contract from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditJobs } from '../../../tenancy/src/audit/jobs.ts'
import { earliestId } from '@platform/kernel/db/new-id'
import { keepPartitions } from '@platform/kernel/db/partitions'
import { openConfiguredDatabase } from '../main/storage/open-database.ts'
import { readSettings } from '../main/settings/settings.ts'
import { expiringTables } from '../../../delivery/src/notifications/set-up/store.ts'
import { bystander } from '@platform/testing/bystander'
import { givenTenant, publicUrl } from '@platform/testing/test-api'
import { givenWorld, worldManifest, type World } from '@platform/testing/world'

let world: World
let unconcerned: Awaited<ReturnType<typeof givenTenant>>
beforeAll(async () => {
  world = await givenWorld()
  unconcerned = await givenTenant(world.api)
})
afterAll(() => world.close())

const dayMs = 24 * 3600 * 1000

const times = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index))

let address = 0
const guess = (email: string) =>
  world.api.http.inject({
    method: 'POST',
    url: '/auth/sign-in/email',
    remoteAddress: `203.0.113.${++address % 250}`,
    headers: { origin: publicUrl },
    payload: { email, password: 'wrong horse battery' },
  })

const deepest = `data${'.a'.repeat(60)}`

/** The maximum that one caller may do concurrently. */
const worst: Record<string, () => Promise<{ status: number } | { statusCode: number }>[]> = {
  'writes templates without end': () =>
    times(30, (index) =>
      world.send(contract.createDestination, {
        body: {
          name: `template-${index}`,
          type: 'kinesis',
          metadata: {
            region: 'eu-central-1',
            streamName: 'events',
            partitionKeyTemplate: `${deepest}${` || ${deepest}`.repeat(index * 50)}`,
          },
          secrets: { awsKeyId: 'AKIA', awsSecretKey: 'secret' },
        },
      }),
    ),

  'refreshes one connection again and again, at a provider that is slow': () =>
    times(30, () =>
      world.send(contract.getConnection, {
        params: { connectionId: world.ids['connectionId']! },
        query: { refresh: 'force' },
      }),
    ),

  'deploys one new name a dozen times at once': () =>
    times(12, () =>
      world.send(contract.batchUpsertIntegrations, {
        body: { sourceYaml: worldManifest.replace('name: crm', 'name: race') },
      }),
    ),

  'makes as much as there may be, and more': () =>
    times(150, (index) => world.send(contract.createTopic, { body: { name: `topic-${index}` } })),

  'guesses the passwords of one person and of nobody': () =>
    times(16, (index) => guess(index % 2 ? 'ana@acme.test' : `${index}@acme.test`)),

  'sends what is no request': () =>
    times(300, (index) =>
      world.api.http.inject({
        method: index % 2 ? 'POST' : 'GET',
        url: [
          '/assets/%2e%2e/x',
          '/callbacks/v1/oauth?state=%00&state=2',
          '/setup',
          '/%ff',
          '/auth/x',
        ][index % 5]!,
        headers: { 'content-type': 'application/json', 'x-api-key': 'x'.repeat(4000) },
        ...(index % 2 && { payload: '['.repeat(50_000) }),
      }),
    ),
}

const lookAt = async (records: string) => {
  const path = `/v1/projects/${unconcerned.project.id}/${records}`
  const reply = await world.api.call('GET', path, { apiKey: unconcerned.full.key })
  expect(reply.status).toBe(200)
}
const look = () => lookAt('topics')

it.each(Object.entries(worst))(
  'answers others immediately while a caller %s',
  {
    tags: [
      'bounded-expressions',
      'database-share',
      'races',
      'anonymous-limits',
      'declared-replies',
    ],
  },
  async (_, begin) => {
    await world.control.addFault({ effect: 'slow', delayMs: 800, match: { pathRegex: '/token$' } })

    const { done, limitMs, medianMs } = await bystander(look, () => Promise.all(begin()))

    expect(medianMs).toBeLessThan(limitMs)
    const statuses = done.map((reply) => ('statusCode' in reply ? reply.statusCode : reply.status))
    expect(Math.max(...statuses)).toBeLessThan(500)
  },
)

it(
  'answers others immediately while ten processes start',
  { tags: 'concurrent-start' },
  async () => {
    const settings = readSettings({ DATABASE_URL: world.connectionString })

    const { limitMs, medianMs } = await bystander(look, async () => {
      const start = async () => (await openConfiguredDatabase(settings)).close()
      await Promise.all(times(10, start))
    })

    expect(medianMs).toBeLessThan(limitMs)
  },
)

it(
  'answers others immediately while old rows of a tenant are moved and deleted',
  { tags: 'tenant-limits' },
  async () => {
    const { database } = world.api
    const project = world.tenant.project.id
    const inFortyDays = Date.now() + 40 * dayMs
    const ids = times(9000, (n) => earliestId('evt', inFortyDays + n))
    await sql`insert into events (project_id, id, type, body)
    select ${project}, id, 'connection.created', '{}' from unnest(${ids}::text[]) id`.execute(
      database.everything,
    )
    await sql`insert into audit_log (id, org_id, actor_kind, actor_id, action, target, request_id, time)
    select 'aud_' || n, ${world.tenant.org.id}, 'nobody', '', '', '', '', '2020-01-01'
      from generate_series(1, 9000) n`.execute(database.everything)

    const lookAtMessages = () => lookAt('deliveries')
    const { limitMs, medianMs } = await bystander(lookAtMessages, async () => {
      await database.asOwner(async (client) => {
        for (const table of expiringTables) {
          await keepPartitions(database.through(client), table, { olderThan: new Date() })
        }
      })
      await auditJobs(database, { auditLog: 1 })['expire-audit-log']()
    })

    expect(medianMs).toBeLessThan(limitMs)
  },
)
