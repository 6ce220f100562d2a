/**
 * Starts an API that queues as many events as its parent requests, for destinations of several
 * projects. Argument: the port of the receiver.
 */
import { newId } from '../../packages/kernel/src/db/new-id.ts'
import { inTransaction } from '../../packages/kernel/src/db/transaction.ts'
import { givenBenchProject, startBenchPlatform } from '../platform.ts'

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
  void emitAll(messages).then(() => process.send?.({ queued: messages }))
})

/** Emits in transactions of this size, evenly over the projects. */
const atOnce = 100
async function emitAll(messages: number): Promise<void> {
  for (let done = 0; done < messages; done += atOnce) {
    const projectId = projects[(done / atOnce) % projects.length]
    if (projectId === undefined) return
    await inTransaction(database.tenant(projectId), (tx) =>
      Promise.all(
        Array.from({ length: atOnce }, () =>
          services.notifications.emit(tx, {
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
  }
}
process.send?.({ pid: process.pid })
