/**
 * The messages of one project at 1, 10 and 100 receivers, in pairs: as many webhooks, or as many consumers of one `pull`
 * destination that fetch up to 100 at a time and commit. Each receiver gets every message; server, receivers and
 * consumers are one process.
 * `node tools/bench/pull.ts [pairs] [messages]`
 */
import type { DestinationId } from '@platform/contract'
import {
  commitPullConsumer,
  createPullConsumer,
} from '../../server/delivery/src/notifications/pull/pull-consumers.ts'
import { pullMessages } from '../../server/delivery/src/notifications/pull/pull-messages.ts'
import { createDestination } from '../../server/delivery/src/notifications/set-up/destinations.ts'
import {
  createEventTopicRoute,
  createTopic,
  createTopicDestinationRoute,
} from '../../server/delivery/src/notifications/set-up/topics.ts'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { inTransaction } from '../../server/kernel/src/db/transaction.ts'
import { sleep } from '../../server/kernel/src/values/sleep.ts'
import { newDestinationName, startBenchNotifications } from './support/notifications.ts'

const pairs = Number(process.argv[2] ?? 3)
const messages = Number(process.argv[3] ?? 500)
const perTransaction = 20

let received = 0
const { notifications, projectId, orgId, db, url, stop } = await startBenchNotifications({
  received: () => received++,
})

const topic = await createTopic(notifications, db, { projectId, name: 'all' })
await createEventTopicRoute(notifications.routing, db, {
  ...{ projectId, topicId: topic.id, eventType: 'connection.deleted' },
})

async function routeTo(destinationId: DestinationId) {
  const { id } = await createTopicDestinationRoute(notifications.routing, db, {
    ...{ projectId, topicId: topic.id, destinationId },
  })
  return async () => {
    await db.deleteFrom('topicDestinationRoutes').where('id', '=', id).execute()
    notifications.routing.forget(projectId)
  }
}

const emitAll = async () => {
  for (let first = 0; first < messages; first += perTransaction)
    await inTransaction(db, async (tx) => {
      for (let nth = 0; nth < perTransaction; nth++)
        await notifications.emit(tx, {
          ...{ projectId, type: 'connection.deleted' },
          data: {
            ...{ projectId, connectionId: newId('conn'), provider: 'hubspot', groupRef: 'acme' },
            ...{ consumerRef: 'ana', consumerName: 'x'.repeat(800) },
          },
        })
    })
}

/** Returns messages received a second, by all receivers together. */
async function measureWebhooks(receivers: number): Promise<number> {
  const routes = await Promise.all(
    Array.from({ length: receivers }, async () => {
      const webhook = {
        projectId,
        name: newDestinationName(),
        type: 'webhook',
        metadata: { url },
      } as const
      return routeTo((await createDestination(notifications, db, webhook)).id)
    }),
  )
  received = 0
  const began = performance.now()
  await emitAll()
  while (received < messages * receivers) await sleep(5)
  const seconds = (performance.now() - began) / 1000
  for (const remove of routes) await remove()
  return (messages * receivers) / seconds
}

async function measureConsumers(receivers: number): Promise<number> {
  const pull = { projectId, name: newDestinationName(), type: 'pull', metadata: {} } as const
  const { id } = await createDestination(notifications, db, pull)
  const names = Array.from({ length: receivers }, (_, nth) => `consumer-${nth}`)
  for (const name of names)
    await createPullConsumer(notifications, db, { destination: id, projectId, name, from: 'first' })
  const remove = await routeTo(id)
  const began = performance.now()
  const consume = async (consumer: string) => {
    for (let count = 0; count < messages;) {
      const found = await pullMessages(notifications, db, {
        ...{ destination: id, consumer, limit: 100, wait: 30 },
        tenant: { org: orgId, project: projectId },
        signal: new AbortController().signal,
        access: { check: () => Promise.resolve() },
        reserve: () => Promise.resolve(),
      })
      count += found.messages.length
      await commitPullConsumer(db, { destination: id, consumer, cursor: found.cursor })
    }
  }
  await Promise.all([emitAll(), ...names.map(consume)])
  const seconds = (performance.now() - began) / 1000
  await remove()
  return (messages * receivers) / seconds
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

await measureWebhooks(1)
await measureConsumers(1)
for (const receivers of [1, 10, 100]) {
  const found: { webhooks: number; consumers: number }[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const measures = { webhooks: measureWebhooks, consumers: measureConsumers }
    const order =
      pair % 2 === 0 ? (['webhooks', 'consumers'] as const) : (['consumers', 'webhooks'] as const)
    const rates = { webhooks: 0, consumers: 0 }
    for (const kind of order) rates[kind] = await measures[kind](receivers)
    found.push(rates)
  }
  console.log(
    `${receivers}: webhooks ${Math.round(median(found.map(({ webhooks }) => webhooks)))}/s, consumers ` +
      `${Math.round(median(found.map(({ consumers }) => consumers)))}/s, ratio ` +
      median(found.map(({ webhooks, consumers }) => consumers / webhooks)).toFixed(1),
  )
}
await stop()
