/**
 * Starts an API that seeds the installations. On the message `begin` it makes them due, and emits
 * events meanwhile, each in its own transaction.
 * Arguments: the provider's address and port, the number of installations, the seconds in which their objects
 * are due, and the events per second.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../server/kernel/src/db/new-id.ts'
import { inTransaction } from '../../../server/kernel/src/db/transaction.ts'
import { allowedCidr } from '../support/machines.ts'
import { salesforceOn, startBenchPlatform } from '../support/platform.ts'
import { givenScheduledProject, insertInstallations, makeDue } from './seed.ts'

const [host = '', ...numbers] = process.argv.slice(2)
const [port, count = 0, seconds = 60, perSecond = 0] = numbers.map(Number)
const objectNames = ['Account', 'Contact', 'Opportunity']

const platform = await startBenchPlatform({
  settings: {
    PLATFORM_LOG_LEVEL: 'warn',
    PLATFORM_ROLE: 'api',
    PLATFORM_ALLOW_CIDR: allowedCidr,
  },
  providerOverrides: salesforceOn(port, host),
})
const { database, services } = platform
const webhookUrl = `http://${host}:${port}/`
const { projectId, call, destinationId } = await givenScheduledProject(platform, {
  webhookUrl,
  objectNames,
})
const topic = await call<{ id: string }>('POST', '/topics', { name: 'all' })
await call('POST', '/notification-event-topic-routes', {
  topicId: topic.id,
  eventType: 'connection.deleted',
})
await call('POST', '/topic-destination-routes', { topicId: topic.id, destinationId })
await insertInstallations(platform, { projectId, count, objectNames })

let emitted = 0
let isOver = false
/** Emits the number of events that each tenth of a second needs. */
async function emitEvents(): Promise<void> {
  const beganAt = performance.now()
  while (!isOver) {
    const wanted = Math.floor(((performance.now() - beganAt) / 1000) * perSecond)
    const batch = Math.min(wanted - emitted, 64)
    await Promise.all(
      Array.from({ length: Math.max(0, batch) }, () =>
        inTransaction(database.tenant(projectId), (tx) =>
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
    emitted += Math.max(0, batch)
    if (batch <= 0) await sleep(20)
  }
}

process.on('message', (message: 'begin' | 'end') => {
  if (message === 'end') {
    isOver = true
    return process.send?.({ emitted })
  }
  const beganAt = Date.now() + 2_000
  void makeDue(platform, { beganAt, spreadMs: seconds * 1000 }).then((objects) => {
    if (perSecond > 0) void emitEvents()
    process.send?.({ beganAt, reads: objects.length })
  })
})
process.send?.({ pid: process.pid })
