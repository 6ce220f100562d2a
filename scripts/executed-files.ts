import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  givenBenchProject,
  salesforceOn,
  startBenchPlatform,
} from '../tools/bench/support/platform.ts'
import { startEmbeddedPostgres } from '../server/kernel/src/db/postgres/embedded-postgres.ts'
import { getPort } from '../server/kernel/src/values/net.ts'
import { must } from '../server/kernel/src/values/must.ts'
import { createBuilder } from '../server/tenancy/src/sign-in/create-builder.ts'
import { anyServerPackage } from './server-packages.ts'
import { root } from './sources.ts'

/** A flow through the server, and how it is waited for. */
interface Flow {
  name: string
  /** What one run needs; not counted. */
  prepare?(): Promise<void>
  run(): Promise<void>
}

/** A file counts if each of these runs executes a function of it, which excludes most background work. */
const runs = 5
const giveUpAfterMs = 30_000
const object = 'Contact'

/**
 * Runs flows in a server on an embedded PostgreSQL, and returns the files of the server that each
 * executes, by V8 coverage. Modules are loaded and caches filled by a run before.
 */
export async function listExecutedFiles(): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'executed-files-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const outside = await startOutside()
  process.env['DATABASE_URL'] = postgres.connectionString
  process.env['PLATFORM_MASTER_KEY'] = randomBytes(32).toString('base64')
  const platform = await startBenchPlatform({
    settings: { PLATFORM_RATE_LIMIT: '100000000' },
    providerOverrides: salesforceOn(outside.port),
  })
  try {
    return await coverFlows(await prepareFlows(platform, outside))
  } finally {
    await platform.stop()
    outside.close()
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function coverFlows(flows: readonly Flow[]): Promise<Map<string, string[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const executed = new Map<string, string[]>()
  for (const { name, prepare, run } of flows) {
    await prepare?.()
    await run()
    let files: Set<string> | undefined
    for (let n = 0; n < runs; n++) {
      await prepare?.()
      await takeFiles(session)
      await run()
      const ofRun = await takeFiles(session)
      files = files ? files.intersection(ofRun) : ofRun
    }
    executed.set(name, [...(files ?? [])].toSorted())
  }
  session.disconnect()
  return executed
}

const serverFile = new RegExp(`^${anyServerPackage}/src/`)

/** Returns the files of the server in which a function was called since the last time. */
async function takeFiles(session: Session): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = new Set<string>()
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue
    const file = relative(root, fileURLToPath(url))
    const isCalled = functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))
    if (isCalled && serverFile.test(file)) files.add(file)
  }
  return files
}

async function prepareFlows(
  platform: Awaited<ReturnType<typeof startBenchPlatform>>,
  outside: Awaited<ReturnType<typeof startOutside>>,
): Promise<Flow[]> {
  const { everything } = platform.database
  const { projectId, call, connect, headers } = await givenBenchProject(platform, 'flows')
  await call('POST', '/destinations', {
    name: 'webhook',
    type: 'webhook',
    metadata: { url: outside.url },
  })
  const { id: destinationId } = await call<{ id: string }>('POST', '/destinations', {
    name: 'events',
    type: 'webhook',
    metadata: { url: outside.url },
  })
  const { id: topicId } = await call<{ id: string }>('POST', '/topics', { name: 'all' })
  for (const eventType of ['connection.deleted', 'write.async.done']) {
    await call('POST', '/notification-event-topic-routes', { topicId, eventType })
  }
  await call('POST', '/topic-destination-routes', { topicId, destinationId })
  await call('PUT', '/integrations:batch', { sourceYaml })
  await connect('globex')
  const { id: installationId } = await call<{ id: `inst_${string}` }>(
    'POST',
    '/integrations/crm/installations?skipSampling=true',
    {
      groupRef: 'globex',
      config: {
        createdBy: 'flows',
        content: {
          read: { objects: { [object]: {} } },
          write: { objects: { [object]: { objectName: object } } },
        },
      },
    },
  )
  await outside.receive()
  const org = await everything
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.orgId', 'memberships.orgId')
    .select(['memberships.orgId', 'memberships.builderId'])
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow()
  const token = await must(platform.signIn, 'sign-in').issueToken(org.builderId)
  let count = 0
  let builder: Awaited<ReturnType<typeof createBuilder>> | undefined
  let connectionId = ''

  return [
    {
      name: 'membership',
      async prepare() {
        const email = `builder-${++count}@flows.test`
        builder = await createBuilder(everything, { email, passwordHash: '', name: 'Ana' })
      },
      async run() {
        const reply = await fetch(`${platform.url}/v1/orgs/${org.orgId}/memberships`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ builderId: must(builder, 'builder').id }),
        })
        if (!reply.ok) throw new Error(await reply.text())
      },
    },
    {
      name: 'event',
      async prepare() {
        const groupRef = `event-${++count}`
        await connect(groupRef)
        const { id } = await everything
          .selectFrom('connections')
          .select('id')
          .where('groupRef', '=', groupRef)
          .executeTakeFirstOrThrow()
        connectionId = id
      },
      async run() {
        const url = `${platform.url}/v1/projects/flows/connections/${connectionId}`
        const reply = await fetch(url, { method: 'DELETE', headers })
        if (!reply.ok) throw new Error(await reply.text())
        await outside.receive()
        await waitUntil(areDelivered)
      },
    },
    {
      name: 'scheduled read to webhook',
      async run() {
        outside.change()
        await everything
          .updateTable('installationObjects')
          .set({ nextRunTime: new Date() })
          .where('installationId', '=', installationId)
          .execute()
        await outside.receive()
        await waitUntil(areDelivered)
        await waitUntil(areOperationsDone)
      },
    },
    {
      name: 'asynchronous write',
      async run() {
        const path = `/write/v1/projects/flows/integrations/crm/objects/${object}`
        const record = { LastName: `Person ${++count}` }
        const body = { groupRef: 'globex', mode: 'asynchronous', type: 'create', record }
        const reply = await fetch(platform.url + path, {
          ...{ method: 'POST', headers, body: JSON.stringify(body) },
        })
        if (!reply.ok) throw new Error(await reply.text())
        await outside.receive()
        await waitUntil(areDelivered)
        await waitUntil(areOperationsDone)
      },
    },
  ]

  async function areDelivered(): Promise<boolean> {
    const pending = await everything
      .selectFrom('deliveries')
      .select('status')
      .where('status', '=', 'pending')
      .executeTakeFirst()
    return !pending
  }

  async function areOperationsDone(): Promise<boolean> {
    const open = await everything
      .selectFrom('operations')
      .select('id')
      .where('status', '=', 'in_progress')
      .executeTakeFirst()
    return !open
  }
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + giveUpAfterMs
  while (!(await isTrue())) {
    if (performance.now() > until) throw new Error('A flow did not end.')
    await sleep(20)
  }
}

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: ${object}
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: LastName }]
          backfill: { defaultPeriod: { fullHistory: true } }
    write:
      objects: [{ objectName: ${object} }]
`

/** Starts a Salesforce with one record, which is also the receiver of messages. */
async function startOutside() {
  let version = 1
  let received = 0
  let taken = 0
  const server = createServer((request: IncomingMessage, response) => {
    request.resume().on('end', () => {
      if (!request.url?.startsWith('/services/')) {
        received++
        response.writeHead(204).end()
        return
      }
      const isBatch = request.url.includes('/composite/')
      const created = { id: randomBytes(9).toString('hex'), success: true, errors: [] }
      const modifiedAt = new Date(Date.now() - 60_000).toISOString()
      const record = {
        attributes: { type: object },
        Id: '003000000000000001',
        LastName: `Person ${version}`,
        SystemModstamp: modifiedAt.replace('Z', '+0000'),
      }
      const read = { totalSize: 1, done: true, records: [record] }
      const reply = request.method === 'POST' ? (isBatch ? [created] : created) : read
      response
        .writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() })
        .end(JSON.stringify(reply))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = getPort(server)
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    change: () => void version++,
    /** Waits for the next message. */
    async receive(): Promise<void> {
      await waitUntil(async () => received > taken)
      taken = received
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
