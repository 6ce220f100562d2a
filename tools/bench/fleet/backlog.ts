/**
 * Starts an API that queues as many messages as its parent requests, for destinations of several
 * projects: events, or, with a message log, records of 1 kB in pages, as reads send them.
 * Argument: the port of the receiver.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../server/kernel/src/db/new-id.ts'
import { inTransaction } from '../../../server/kernel/src/db/transaction.ts'
import { givenBenchProject, startBenchPlatform } from '../support/platform.ts'

const [port] = process.argv.slice(2)
/** As many as projects of a busy platform: one destination has a limited number of requests. */
const destinations = 16

const platform = await startBenchPlatform({
  settings: { PLATFORM_LOG_LEVEL: 'warn', PLATFORM_ROLE: 'api' },
  providerOverrides: {},
})
const { database, services } = platform
const projects: `proj_${string}`[] = []
for (let index = 0; index < destinations; index++) {
  const { call, projectId } = await givenBenchProject(platform, `bench-${index}`)
  const eventType = 'connection.deleted'
  const topic = await call<{ id: string }>('POST', '/topics', { name: 'all' })
  await call('POST', '/notification-event-topic-routes', { topicId: topic.id, eventType })
  const destination = await call<{ id: string }>('POST', '/destinations', {
    name: 'webhook',
    type: 'webhook',
    metadata: { url: `http://127.0.0.1:${port}/` },
  })
  await call('POST', '/topic-destination-routes', {
    topicId: topic.id,
    destinationId: destination.id,
  })
  projects.push(projectId)
}

process.on('message', ({ messages }: { messages: number }) => {
  void queueAll(messages).then(() => process.send?.({ queued: messages }))
})

const { notifications } = services
const hasLog = process.env['PLATFORM_LOG'] !== undefined
/** Messages of a transaction. */
const atOnce = hasLog ? 500 : 100

/** Queues the messages, evenly over the projects. */
async function queueAll(messages: number): Promise<void> {
  if (hasLog) await untilLogIsUsed()
  for (let done = 0; done < messages; done += atOnce) {
    const projectId = projects[(done / atOnce) % projects.length]
    if (projectId === undefined) return
    await (hasLog ? sendPage(projectId) : emitSome(projectId))
  }
}

const emitSome = (projectId: `proj_${string}`) =>
  inTransaction(database.tenant(projectId), (tx) =>
    Promise.all(
      Array.from({ length: atOnce }, () =>
        notifications.emit(tx, {
          projectId,
          type: 'connection.deleted',
          data: {
            projectId,
            connectionId: newId('conn'),
            ...{ provider: 'salesforce', groupRef: 'group-1', consumerRef: 'group-1' },
            consumerName: 'Ana',
          },
        }),
      ),
    ),
  )

const storePage = async (projectId: `proj_${string}`) =>
  notifications.storeBodies({
    projectId,
    id: newId('op'),
    messages: Array.from({ length: atOnce }, () => ({
      id: newId('evt'),
      // Half of it compresses, like records in JSON.
      body: JSON.stringify({ text: randomBytes(375).toString('hex'), more: 'x'.repeat(250) }),
    })),
  })

async function sendPage(projectId: `proj_${string}`): Promise<void> {
  const messages = await storePage(projectId)
  await inTransaction(database.tenant(projectId), (tx) =>
    notifications.sendRecords(tx, {
      ...{ projectId, destination: 'webhook', action: 'read', about: {}, messages },
    }),
  )
}

/** Bodies are in the log once all processes are known to read it. */
async function untilLogIsUsed(): Promise<void> {
  const [projectId] = projects
  if (projectId === undefined) return
  for (let tries = 0; tries < 120; tries++) {
    const [first] = await storePage(projectId)
    if (first && 'logPlace' in first) return
    await sleep(500)
  }
  throw new Error('The message log is not used after a minute.')
}
process.send?.({ pid: process.pid })
