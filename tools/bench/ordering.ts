/**
 * Messages a second by the `ordering` of a destination, in pairs with `none`: a webhook that answers after a given
 * time, or the stream of a `pull` destination. Each message has a record of its own, of one of 50 customers.
 * `node tools/bench/ordering.ts [pairs] [messages] [answer after ms]`
 */
import type { DestinationId, DestinationOrdering } from '@platform/contract'
import { createDestination } from '../../server/delivery/src/notifications/set-up/destinations.ts'
import { inTransaction } from '../../server/kernel/src/db/transaction.ts'
import { sleep } from '../../server/kernel/src/values/sleep.ts'
import { newDestinationName, startBenchNotifications } from './support/notifications.ts'

const pairs = Number(process.argv[2] ?? 3)
const messages = Number(process.argv[3] ?? 1_000)
const answerAfterMs = Number(process.argv[4] ?? 0)
const groups = 50
const perTransaction = 20

const { notifications, projectId, db, url, stop } = await startBenchNotifications({ answerAfterMs })

const send = (destination: DestinationId, first: number) =>
  inTransaction(db, async (tx) => {
    for (let nth = first; nth < first + perTransaction; nth++)
      await notifications.sendRecords(tx, {
        ...{ projectId, destination, action: 'read', recordsOf: 'contact' },
        about: { groupRef: `group-${nth % groups}` },
        messages: [{ body: { action: 'read', text: 'x'.repeat(1000) }, recordIds: [String(nth)] }],
      })
  })

/** Returns messages a second. */
async function measure(type: 'webhook' | 'pull', ordering: DestinationOrdering): Promise<number> {
  const common = { projectId, name: newDestinationName(), ordering }
  const { id } = await createDestination(
    notifications,
    db,
    type === 'pull' ? { ...common, type, metadata: {} } : { ...common, type, metadata: { url } },
  )
  const began = performance.now()
  for (let first = 0; first < messages; first += perTransaction) await send(id, first)
  for (;;) {
    const { count } = await db
      .selectFrom('deliveries')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('destinationId', '=', id)
      .where('status', '=', 'delivered')
      .executeTakeFirstOrThrow()
    if (count >= messages) break
    await sleep(20)
  }
  return (messages / (performance.now() - began)) * 1000
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

for (const type of ['webhook', 'pull'] as const) {
  await measure(type, 'none')
  for (const ordering of ['record', 'group', 'strict'] as const) {
    const found: { ordered: number; none: number }[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const order = pair % 2 === 0 ? (['none', ordering] as const) : ([ordering, 'none'] as const)
      const rates = new Map<DestinationOrdering, number>()
      for (const one of order) rates.set(one, await measure(type, one))
      found.push({ ordered: rates.get(ordering)!, none: rates.get('none')! })
    }
    console.log(
      `${type} ${ordering}: ${Math.round(median(found.map(({ ordered }) => ordered)))}/s, none ` +
        `${Math.round(median(found.map(({ none }) => none)))}/s, ratio ` +
        median(found.map(({ ordered, none }) => ordered / none)).toFixed(2),
    )
  }
}
await stop()
