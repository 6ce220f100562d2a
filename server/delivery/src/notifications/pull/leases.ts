import { randomBytes } from 'node:crypto'
import type {
  BodyOf,
  DestinationId,
  LeasedMessage,
  PullConsumer,
  settlePullMessages,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { afterCommit, inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import { readBodies } from '../history/stored-bodies.ts'
import { chooseLeasable } from './choose-leasable.ts'
import * as store from './lease-store.ts'
import {
  type NamedConsumer,
  pullConsumerNotFound,
  requirePullConsumer,
  requirePulled,
  toPullConsumer,
} from './pull-consumers.ts'
import {
  maxPulledSize,
  type PullServices,
  toPulledMessage,
  waitUntil,
  type WaitingRequest,
} from './pull-messages.ts'
import { listMessagesAt } from './stream-store.ts'

/** Messages that processes of a consumer hold at a time; further ones wait until some are settled. */
const maxHeld = 1_000
/** Messages in which those are searched that nobody holds. */
const maxSearched = 2_000

/** Messages that are looked for at once: as many of those who wait stop waiting. */
const maxFound = 100

/**
 * Waits until the consumer has a message that may be leased, and returns whether it has. No more waits
 * end than there are messages.
 */
export async function waitToLease(
  services: PullServices,
  db: Db,
  { destination, consumer, ...waiting }: NamedConsumer & WaitingRequest,
): Promise<boolean> {
  const row = await requirePulled(db, destination)
  const look = async () => {
    const { position: after } = await requirePullConsumer(db, row.id, consumer)
    const key = { destinationId: row.id, name: consumer }
    const found = await findLeasable(db, { ...key, after, limit: maxFound })
    return { left: found.length }
  }
  return waitUntil(services, db, row, waiting, async () => {
    const found = await services.looks.share(`leasable ${row.id} ${consumer}`, look)
    const isReady = found.left-- > 0
    return { isReady, result: isReady }
  })
}

interface HeldMessages {
  destinationId: DestinationId
  leaseId: string
  leases: { position: number; attempt: number }[]
}

/** Holds messages that no other process of the consumer holds. */
export async function leaseMessages(
  db: Db,
  {
    destination,
    consumer,
    limit,
    leaseSeconds,
  }: NamedConsumer & { limit: number; leaseSeconds: number },
): Promise<HeldMessages> {
  return inTransaction(db, async (tx) => {
    const { id: destinationId } = await requirePulled(tx, destination)
    const key = { destinationId, name: consumer }
    const locked = await store.lockPullConsumer(tx, key)
    if (!locked) throw pullConsumerNotFound(consumer)
    const { position: after, projectId } = locked
    const leaseId = randomBytes(12).toString('base64url')
    const isFull = (await store.countHeld(tx, key)) >= maxHeld
    const chosen = isFull ? [] : await findLeasable(tx, { ...key, after, limit })
    const positions = chosen.map(({ position }) => position)
    const held = { ...key, projectId, positions, leaseId, leaseSeconds }
    return { destinationId, leaseId, leases: await store.insertLeases(tx, held) }
  })
}

/**
 * Returns messages that are held. Nobody handles those that were erased. `isRepeatable`: if they cannot be read, the
 * same request asks for them again; otherwise they are leased to the next one.
 */
export async function readLeased(
  { bodies }: Pick<PullServices, 'bodies'>,
  db: Db,
  {
    destinationId,
    leaseId,
    leases,
    consumer,
    isForPerson,
    isRepeatable,
  }: HeldMessages & { consumer: string; isForPerson: boolean; isRepeatable: boolean },
): Promise<LeasedMessage[]> {
  if (leases.length === 0) return []
  const positions = leases.map(({ position }) => position)
  const attempts = new Map(leases.map(({ position, attempt }) => [position, attempt]))
  const rows = await listMessagesAt(db, destinationId, positions)
  const found = await readBodies(bodies, rows).catch(async (error: unknown) => {
    if (!isRepeatable) await store.takeBackLease(db, { destinationId, name: consumer, leaseId })
    throw error
  })
  const readable = new Set(rows.filter(({ id }) => found.has(id)).map(({ position }) => position))
  const erased = positions.filter((position) => !readable.has(position))
  if (erased.length > 0) {
    await inTransaction(db, async (tx) => {
      const key = { destinationId, name: consumer }
      await store.lockPullConsumer(tx, key)
      await store.changeLeases(tx, {
        ...key,
        changes: erased.map((position) =>
          toChange({ cursor: String(position), leaseId }, { isDone: true }),
        ),
      })
      await store.passDone(tx, key)
    })
  }
  return rows.flatMap((row) => {
    const body = found.get(row.id)
    if (body === undefined) return []
    const attempt = must(attempts.get(row.position), 'lease')
    return [{ ...toPulledMessage(row, body, isForPerson), leaseId, attempt }]
  })
}

const findLeasable = async (
  db: Db,
  { limit, ...at }: store.ConsumerKey & { after: number; limit: number },
) =>
  chooseLeasable(await store.findUndone(db, { ...at, limit: maxSearched }), {
    limit,
    maxSize: maxPulledSize,
  })

/** Settles leases; those that have ended and were taken over, or were passed, are lost. */
export async function settleMessages(
  { announcements }: Pick<PullServices, 'announcements'>,
  db: Db,
  {
    destination,
    consumer,
    done,
    released,
    extended,
  }: NamedConsumer & BodyOf<typeof settlePullMessages>,
): Promise<{ consumer: PullConsumer; lost: string[] }> {
  return inTransaction(db, async (tx) => {
    const { id: destinationId, projectId, ordering } = await requirePulled(tx, destination)
    const key = { destinationId, name: consumer }
    if (!(await store.lockPullConsumer(tx, key))) throw pullConsumerNotFound(consumer)
    const changes = [
      ...done.map((lease) => toChange(lease, { isDone: true })),
      ...released.map((lease) =>
        toChange(lease, { isReleased: true, seconds: lease.delaySeconds }),
      ),
      ...extended.map((lease) => toChange(lease, { seconds: lease.leaseSeconds })),
    ]
    const changed = await store.changeLeases(tx, { ...key, changes })
    if (done.length > 0) await store.passDone(tx, key)
    const mayWake = ordering !== 'none' || released.some(({ delaySeconds }) => delaySeconds === 0)
    if (mayWake) afterCommit(tx, () => announcements.announce(projectId, destinationId))
    return {
      consumer: toPullConsumer(await requirePullConsumer(tx, destinationId, consumer)),
      lost: changes
        .filter(({ position }) => !changed.has(position))
        .map(({ position }) => String(position)),
    }
  })
}

const toChange = (
  { cursor, leaseId }: { cursor: string; leaseId: string },
  { isDone = false, isReleased = false, seconds = 0 }: Partial<store.LeaseChange>,
): store.LeaseChange => ({ position: Number(cursor), leaseId, isDone, isReleased, seconds })
