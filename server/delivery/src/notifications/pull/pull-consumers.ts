import type { DestinationId, ProjectId, PullConsumer } from '@platform/contract'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { timeOfId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { lockDestination, requireDestination } from '../set-up/destinations.ts'
import type { DestinationRow } from '../set-up/routing.ts'
import { forgetLeases } from './lease-store.ts'
import * as store from './pull-consumer-store.ts'
import { findEnds, findPositionAt, hasStream } from './stream-store.ts'

export interface NamedConsumer {
  /** ID or name of the destination. */
  destination: string
  consumer: string
}

/**
 * Returns the destination, whose messages are or were stored to be fetched.
 * @throws Problem `destination-not-found`, `destination-not-pulled`
 */
export async function requirePulled(db: Db, destination: string): Promise<DestinationRow> {
  const row = await requireDestination(db, destination)
  await mustBePulled(db, row)
  return row
}

/** Accepts a webhook that stored messages before its receiver had a URL. */
async function mustBePulled(db: Db, { id, name, type }: DestinationRow): Promise<void> {
  if (type === 'pull' || (type === 'webhook' && (await hasStream(db, id)))) return
  throw new Problem('destination-not-pulled', { detail: `${name} is of type ${type}.` })
}

/** Creates a consumer, which starts before the first or next message or after a cursor. */
export async function createPullConsumer(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  {
    destination,
    projectId,
    name,
    from,
  }: { destination: string; projectId: ProjectId; name: string; from: string },
): Promise<PullConsumer> {
  return inTransaction(db, async (tx) => {
    const row = await lockDestination(tx, destination)
    await mustBePulled(tx, row)
    const position = await toPosition(tx, row.id, { name: 'from', to: from })
    const inserted = await store.insertPullConsumer(tx, {
      destinationId: row.id,
      projectId,
      name,
      position,
    })
    if (!inserted) {
      const detail = `${row.name} has a consumer named ${name} already.`
      throw new Problem('pull-consumer-name-taken', {
        detail,
        issues: [{ in: 'body', name: 'name', value: name, detail }],
      })
    }
    await mustBeWithin(tx, tenantLimits, {
      what: 'pullConsumers',
      tenant: row.id,
      count: () => store.countPullConsumers(tx, row.id),
    })
    return toPullConsumer(await requirePullConsumer(tx, row.id, name))
  })
}

/** Returns the consumer. */
export async function getPullConsumer(
  db: Db,
  { destination, consumer }: NamedConsumer,
): Promise<PullConsumer> {
  const { id } = await requireDestination(db, destination)
  return toPullConsumer(await requirePullConsumer(db, id, consumer))
}

/** Records that everything up to the cursor is done; a cursor before it changes nothing. */
export async function commitPullConsumer(
  db: Db,
  { destination, consumer, cursor }: NamedConsumer & { cursor: string },
): Promise<PullConsumer> {
  return inTransaction(db, async (tx) => {
    const { id } = await requireDestination(tx, destination)
    const position = await toPosition(tx, id, { name: 'cursor', to: cursor })
    const key = { destinationId: id, name: consumer }
    await store.advancePullConsumer(tx, { ...key, position })
    await forgetLeases(tx, { ...key, upTo: position })
    return toPullConsumer(await requirePullConsumer(tx, id, consumer))
  })
}

/** Moves the consumer to another position, before or after its own. Its leases end. */
export async function seekPullConsumer(
  db: Db,
  { destination, consumer, to }: NamedConsumer & { to: string },
): Promise<PullConsumer> {
  return inTransaction(db, async (tx) => {
    const { id } = await requireDestination(tx, destination)
    const position = await toPosition(tx, id, { name: 'to', to })
    const key = { destinationId: id, name: consumer }
    await store.movePullConsumer(tx, { ...key, position })
    await forgetLeases(tx, key)
    return toPullConsumer(await requirePullConsumer(tx, id, consumer))
  })
}

/** @throws Problem `destination-not-found`, `pull-consumer-not-found` */
export async function deletePullConsumer(
  db: Db,
  { destination, consumer }: NamedConsumer,
): Promise<void> {
  const { id } = await requireDestination(db, destination)
  if (!(await store.deletePullConsumer(db, id, consumer))) throw pullConsumerNotFound(consumer)
}

/** @throws Problem `pull-consumer-not-found` */
export async function requirePullConsumer(
  db: Db,
  destinationId: DestinationId,
  name: string,
): Promise<store.ConsumerRow> {
  const row = await store.findPullConsumer(db, destinationId, name)
  if (!row) throw pullConsumerNotFound(name)
  return row
}

/** Finds the position that `first`, `next`, a cursor or a time means. */
async function toPosition(
  db: Db,
  destinationId: DestinationId,
  { name, to }: { name: string; to: string },
): Promise<number> {
  if (!/^\d+$/.test(to) && to !== 'first' && to !== 'next')
    return findPositionAt(db, destinationId, new Date(to))
  const { head, expired } = await findEnds(db, destinationId)
  if (to === 'first') return expired
  if (to === 'next') return head
  mustExist(Number(to), { in: 'body', name, head })
  return Number(to)
}

/** Rejects a position after the newest message: messages before it would be skipped later. */
export function mustExist(
  position: number,
  { in: place, name, head }: { in: 'body' | 'query'; name: string; head: number },
): void {
  if (position <= head) return
  throw invalidInput({
    in: place,
    name,
    value: String(position),
    detail: `The newest message is ${head}. Use a cursor that this destination returned.`,
  })
}

export const toPullConsumer = (row: store.ConsumerRow): PullConsumer => ({
  name: row.name,
  destinationId: row.destinationId,
  cursor: String(row.position),
  unread: row.head - row.position,
  leased: row.leased,
  ...(row.oldestUnread && {
    oldestUnreadTime: new Date(timeOfId(row.oldestUnread)).toISOString(),
  }),
  ...(row.commitTime && { commitTime: row.commitTime.toISOString() }),
  createTime: row.createTime.toISOString(),
})

export const pullConsumerNotFound = (name: string) =>
  new Problem('pull-consumer-not-found', { detail: `No consumer has the name ${name}.` })
