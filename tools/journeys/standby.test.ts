import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isId, type ProjectId } from '@platform/contract'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Db } from '../../server/kernel/src/db/database.ts'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { inTransaction } from '../../server/kernel/src/db/transaction.ts'
import { createTenant, type BootstrappedTenant } from '../../server/program/src/main/bootstrap.ts'
import { startPlatform, type Platform } from '../../server/program/src/main/platform.ts'
import { readSettings } from '../../server/program/src/main/settings/settings.ts'
import { freePort } from '../testing/src/free-port.ts'
import type { LogPlace } from '../../server/delivery/src/notifications/message-log/message-log.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { patiently } from '../testing/src/patiently.ts'
import { expectWithin } from '../testing/src/machine-speed.ts'
import { startPrimaryWithStandby } from '../testing/src/primary-with-standby.ts'

// Two PostgreSQL servers, one a synchronous standby of the other, which also serves lists; the primary
// is killed under load.

let servers: Awaited<ReturnType<typeof startPrimaryWithStandby>>
let platform: Platform
let base: string
let acme: BootstrappedTenant
let other: BootstrappedTenant
beforeAll(async () => {
  // Only processes are killed, not the machine, so their writes survive.
  servers = await startPrimaryWithStandby({ settings: { fsync: 'off' } })
  const port = await freePort()
  platform = await startPlatform(
    readSettings({
      DATABASE_URL: servers.url,
      DATABASE_READ_URL: servers.url,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PORT: String(port),
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_METRICS_TOKEN: 'token-of-metrics',
      PLATFORM_RETRY_SCHEDULE: '1,1,1,1,1,1,1,1,1,1',
    }),
  )
  base = `http://127.0.0.1:${port}`
  const tenant = (name: string) =>
    createTenant(platform.database, { org: name, project: name, owner: `owner@${name}.test` })
  acme = await tenant('acme')
  other = await tenant('other')
})
afterAll(async () => {
  await platform?.stop()
  await servers?.stop()
})

async function post(path: string, body: unknown, { apiKey, project } = toKey(acme)) {
  const reply = await fetch(`${base}/v1/projects/${project}/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(201)
  const { id } = (await reply.json()) as { id: string }
  return { id, position: reply.headers.get('x-platform-position') ?? 'none' }
}

const toKey = ({ apiKey, projectId }: Pick<BootstrappedTenant, 'apiKey' | 'projectId'>) => ({
  apiKey,
  project: projectId,
})

/** Lists topics. `ageMs` is set if they came from the standby. */
async function listTopics(position?: string, { apiKey, project } = toKey(acme)) {
  const reply = await fetch(`${base}/v1/projects/${project}/topics?pageSize=100`, {
    headers: {
      'x-api-key': apiKey,
      ...(position !== undefined && { 'x-platform-position': position }),
    },
  })
  const topics = (await reply.json()) as { name: string }[]
  const age = reply.headers.get('x-platform-replica-age')
  return { names: topics.map(({ name }) => name), ageMs: age === null ? undefined : Number(age) }
}

async function metrics(): Promise<string> {
  const reply = await fetch(`${base}/metrics`, {
    headers: { authorization: 'Bearer token-of-metrics' },
  })
  return reply.text()
}

const readiness = async () => (await fetch(`${base}/readyz`)).json()

it('serves lists from the standby, but never without the last change of the caller', async () => {
  const first = await post('topics', { name: 'first' })
  await post('topics', { name: 'theirs' }, toKey(other))
  await vi.waitFor(async () => {
    const { names, ageMs } = await listTopics(first.position)
    expect(names).toEqual(['first'])
    expect(ageMs).toBeLessThanOrEqual(2_000)
  }, patiently)
  // Without a position, and with one that is not of this server, lists come from the primary.
  const [tag = '', digits = ''] = first.position.split('-')
  const forged = [
    'nonsense',
    '',
    `00000000-${digits}`,
    `${tag}-ffffffffffffffff`,
    `${tag}-${digits}0`,
  ]
  for (const position of [undefined, ...forged]) {
    expect([position, await listTopics(position)]).toEqual([
      position,
      { names: ['first'], ageMs: undefined },
    ])
  }
  expect((await listTopics('any', toKey(other))).names).toEqual(['theirs'])

  await servers.standby.pauseReplay()
  const second = await post('topics', { name: 'second' })
  const mine = await listTopics(second.position)
  const stale = await listTopics('any')

  expect(mine).toEqual({ names: ['second', 'first'], ageMs: undefined })
  // On a slow machine, the standby may be too old already.
  if (stale.ageMs !== undefined) expect(stale.names).toEqual(['first'])
  await vi.waitFor(async () => {
    expect(await listTopics('any')).toEqual({ names: ['second', 'first'], ageMs: undefined })
  }, patiently)
  await vi.waitFor(async () => {
    expect(await readiness()).toEqual({ status: 'ok', replica: 'behind' })
  }, patiently)
  await servers.standby.resumeReplay()
  await vi.waitFor(async () => {
    const { names, ageMs } = await listTopics(second.position)
    expect(names).toEqual(['second', 'first'])
    expect(ageMs).toBeLessThanOrEqual(2_000)
  }, patiently)
  await vi.waitFor(async () => {
    expect(await readiness()).toEqual({ status: 'ok', replica: 'ready' })
  }, patiently)
  const text = await metrics()
  expect(text).toContain('platform_replica_up 1')
  expect(text).toMatch(/platform_replica_lists_total\{source="replica"\} [1-9]/)
  expect(text).toMatch(/platform_replica_lists_total\{source="newer-write"\} [1-9]/)
  expect(text).toMatch(/platform_replica_lists_total\{source="behind"\} [1-9]/)
})

it('separates tenants on the standby, for queries that do not', async () => {
  const { replica } = platform.database
  const everyName = (db: Db) => db.selectFrom('topics').select('name').execute()

  const read = async (project: string) => {
    const lists = await replica?.read(project, 'any', everyName)
    return lists?.list.map(({ name }) => name).toSorted()
  }
  await vi.waitFor(async () => {
    expect(await read(acme.projectId)).toEqual(['first', 'second'])
    expect(await read(other.projectId)).toEqual(['theirs'])
  }, patiently)
  expect(
    await replica?.read(acme.projectId, 'any', (db) => db.deleteFrom('topics').execute()),
  ).toBe(undefined)
})

it('serves lists of messages from the standby once their pages have become rows', async () => {
  const { everything } = platform.database
  const { projectId } = acme
  if (!isId('proj', projectId)) throw new Error(`${projectId} is no ID of a project.`)
  const url = 'https://receiver.example'
  const { id } = await post('destinations', { name: 'paged', type: 'webhook', metadata: { url } })
  const ids = Array.from({ length: 3 }, () => newId('evt'))
  await everything.insertInto('logStreams').values({ stream: 'test-0', hasPages: true }).execute()
  await everything
    .insertInto('messagePages')
    .values({
      destinationId: id as `dest_${string}`,
      ...{ projectId, type: 'read' as const, logPlace: 'test-0:1' as LogPlace },
      ...{ firstId: must(ids[0], 'ID'), lastId: must(ids.at(-1), 'ID'), eventIds: ids },
    })
    .execute()

  const list = async () => {
    const reply = await fetch(`${base}/v1/projects/${projectId}/deliveries`, {
      headers: { 'x-api-key': acme.apiKey, 'x-platform-position': 'any' },
    })
    const deliveries = (await reply.json()) as { eventId: string }[]
    return {
      eventIds: deliveries.map(({ eventId }) => eventId),
      isOfStandby: reply.headers.has('x-platform-replica-age'),
    }
  }
  await vi.waitFor(async () => {
    expect(await list()).toEqual({ eventIds: ids.toReversed(), isOfStandby: true })
  }, patiently)

  await everything.deleteFrom('logStreams').execute()
})

it('never answers pages of end users from the standby', async () => {
  const reply = await fetch(`${base}/v1/projects/acme/connections?groupRef=acme`, {
    headers: { 'x-api-key': acme.frontendApiKey, 'x-platform-position': 'any' },
  })

  expect(reply.status).toBe(200)
  expect(reply.headers.get('x-platform-replica-age')).toBeNull()
})

it('loses no acknowledged event when the primary is killed and its standby promoted', async () => {
  const { primary, standby } = servers
  const { projectId } = acme
  if (!isId('proj', projectId)) throw new Error(`${projectId} is no ID of a project.`)
  const receiver = await givenReceiver()
  const destination = await post('destinations', {
    name: 'hook',
    type: 'webhook',
    metadata: { url: receiver.url },
  })
  const topic = await post('topics', { name: 'all' })
  await post('notification-event-topic-routes', {
    topicId: topic.id,
    eventType: 'connection.deleted',
  })
  await post('topic-destination-routes', { topicId: topic.id, destinationId: destination.id })

  const load = keepEmitting(platform, projectId)
  await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThan(300), patiently)
  const beforeKill = load.acknowledged.size
  await primary.kill()
  await sleep(500)
  await standby.promote()
  const promotedAt = performance.now()
  await expectWithin(10_000, async () => expect((await fetch(`${base}/readyz`)).status).toBe(200))
  const readyAfterMs = performance.now() - promotedAt
  await vi.waitFor(
    () => expect(load.acknowledged.size).toBeGreaterThan(beforeKill + 300),
    patiently,
  )
  await load.stop()
  await vi.waitFor(
    () => expect([...load.acknowledged].filter((id) => !receiver.taken.has(id))).toEqual([]),
    { ...patiently, interval: 200 },
  )

  console.log(
    `${load.acknowledged.size} acknowledged, ${beforeKill} before the kill, none lost; ` +
      `ready ${Math.round(readyAfterMs)} ms after the promotion`,
  )
  // No standby is left.
  expect((await listTopics('any')).ageMs).toBeUndefined()
  await vi.waitFor(async () => {
    expect(await readiness()).toEqual({ status: 'ok', replica: 'unreachable' })
  }, patiently)
})

/** Emits events at maximum speed, each repeatedly until it is acknowledged. */
function keepEmitting({ database, services }: Platform, projectId: ProjectId) {
  const acknowledged = new Set<string>()
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      const data = {
        projectId,
        connectionId: newId('conn'),
        ...{ provider: 'hubspot', groupRef: 'acme', consumerRef: 'ana', consumerName: 'Ana' },
      }
      await inTransaction(database.tenant(projectId), (tx) =>
        services.notifications.emit(tx, { projectId, type: 'connection.deleted', data }),
      )
        .then((id) => acknowledged.add(id))
        // Not acknowledged: the database is unavailable.
        .catch(() => sleep(20))
    }
  }
  const lanes = Array.from({ length: 8 }, lane)
  return {
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

async function givenReceiver() {
  const taken = new Set<string>()
  const server = createServer((request, reply) => {
    taken.add(String(request.headers['webhook-id']))
    request.resume().on('end', () => reply.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, taken }
}
