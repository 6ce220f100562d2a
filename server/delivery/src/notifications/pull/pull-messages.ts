import type { DestinationId, PulledMessage, PulledMessages } from '@platform/contract'
import type { FairSlots, SlotTenant } from '@platform/kernel/admission'
import type { Db } from '@platform/kernel/db/database'
import type { LastingAccess } from '@platform/kernel/http/lasting-access'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { SharedRuns } from '@platform/kernel/values'
import { carriesRecords, withoutRecords } from '../history/record-messages.ts'
import { readBodies } from '../history/stored-bodies.ts'
import { getEnvelope } from '@platform/sinks/event'
import type { MessageBodies } from '../message-log/bodies.ts'
import type { DestinationRow } from '../set-up/routing.ts'
import type { Announcements } from './announcements.ts'
import { mustExist, requirePullConsumer, requirePulled } from './pull-consumers.ts'
import { findEnds, listMessages, type StreamMessage } from './stream-store.ts'

export interface PullServices {
  bodies: MessageBodies
  announcements: Announcements
  /** What those who wait look for. */
  looks: SharedRuns
  /** Slots of those who wait. */
  waiting: FairSlots
}

export interface PullRequest {
  /** ID or name of the destination. */
  destination: string
  consumer?: string | undefined
  after?: string | undefined
  limit: number
  /** Seconds. */
  wait: number
  tenant: SlotTenant
  /** Aborts when the caller has gone. */
  signal: AbortSignal
  /** Checked after each wait. */
  access: Pick<LastingAccess, 'check'>
  /** Waits for the memory of the messages, before they are loaded. */
  reserve(bytes: number): Promise<void>
  /** People receive messages without their records. */
  isForPerson?: boolean
}

/** Characters of the messages in a reply, except that there is at least one message. */
export const maxPulledSize = 1024 * 1024

/** Interval after which those who wait look again: an announcement may be lost, or access withdrawn. */
const lookAgainMs = 5_000

/** Returns the messages after a position; waits for the first if there is none. */
export async function pullMessages(
  services: PullServices,
  db: Db,
  {
    destination,
    consumer,
    after,
    limit,
    wait,
    tenant,
    signal,
    access,
    reserve,
    isForPerson = false,
  }: PullRequest,
): Promise<PulledMessages> {
  const row = await requirePulled(db, destination)
  const from = await findStart(db, row, { consumer, after })
  const read = () => readPart(services, db, row, { from, limit, isForPerson, reserve })
  if (wait === 0) {
    const { start: _start, ...part } = await read()
    return part
  }

  const waiting = { wait, tenant, signal, access }
  return waitUntil(services, db, row, waiting, async () => {
    const { start, ...part } = await read()
    return { isReady: part.cursor !== String(start), result: part }
  })
}

/** Returns what reads messages part by part, from a position on. */
export async function openReader(
  services: Pick<PullServices, 'bodies' | 'looks'>,
  db: Db,
  row: DestinationRow,
  {
    consumer,
    after,
    ...settings
  }: Pick<PullRequest, 'consumer' | 'after' | 'limit' | 'reserve'> & { isForPerson: boolean },
): Promise<{ next(): Promise<PulledMessages> }> {
  let from = await findStart(db, row, { consumer, after })
  return {
    async next() {
      const { start: _start, ...part } = await readPart(services, db, row, { from, ...settings })
      from = { after: Number(part.cursor), isGiven: false }
      return part
    },
  }
}

/** How long a request waits for messages, in a slot of its tenant. */
export type WaitingRequest = Pick<PullRequest, 'wait' | 'tenant' | 'signal' | 'access'>

/** Looks until there is something, the time is over, or the caller or the server leaves. */
export async function waitUntil<Result>(
  { announcements, looks, waiting }: Pick<PullServices, 'announcements' | 'looks' | 'waiting'>,
  db: Db,
  row: DestinationRow,
  { wait, tenant, signal, access }: WaitingRequest,
  look: () => Promise<{ isReady: boolean; result: Result }>,
): Promise<Result> {
  const slot = wait > 0 ? takeSlot(waiting, tenant) : undefined
  const endMs = performance.now() + (slot ? wait * 1000 : 0)
  try {
    for (;;) {
      const next = waitForMessages(announcements, row, signal)
      try {
        const { isReady, result } = await look()
        const leftMs = endMs - performance.now()
        const isOver = next.isStopped || signal.aborted || leftMs <= 0
        if (isReady || isOver) return result
        await next.within(Math.min(leftMs, lookAgainMs))
        // What has happened meanwhile rejects this request as it would the next.
        await access.check()
        await looks.share(`destination ${row.id}`, () => requirePulled(db, row.id))
      } finally {
        next.stop()
      }
    }
  } finally {
    slot?.release()
  }
}

/** Where a request starts. */
type Start = { after: number; isGiven: boolean } | 'first'

/** Returns the committed position of the consumer, unless another is given: `next` is the end of the stream. */
async function findStart(
  db: Db,
  { id }: DestinationRow,
  { consumer, after }: Pick<PullRequest, 'consumer' | 'after'>,
): Promise<Start> {
  const own = consumer === undefined ? undefined : await requirePullConsumer(db, id, consumer)
  if (after === 'next') return { after: (await findEnds(db, id)).head, isGiven: false }
  if (after !== undefined) return { after: Number(after), isGiven: true }
  return own ? { after: own.position, isGiven: false } : 'first'
}

/** Loads messages, once for all who wait at the same position. */
async function readPart(
  { bodies, looks }: Pick<PullServices, 'bodies' | 'looks'>,
  db: Db,
  { id }: DestinationRow,
  {
    from,
    limit,
    isForPerson,
    reserve,
  }: { from: Start } & Pick<PullRequest, 'limit' | 'reserve'> & { isForPerson: boolean },
): Promise<PulledMessages & { start: number }> {
  const { head, expired } = await looks.share(`ends ${id}`, () => findEnds(db, id))
  const wanted = from === 'first' ? 0 : from.after
  if (from !== 'first' && from.isGiven) {
    mustExist(wanted, { in: 'query', name: 'after', head })
  }
  const start = from === 'first' ? expired : wanted
  if (head > wanted) await reserve(maxPulledSize)
  const { messages, last } = await (head > wanted
    ? looks.share(`messages ${id} ${wanted} ${limit} ${isForPerson}`, () =>
        loadMessages(db, bodies, { destinationId: id, after: wanted, limit, isForPerson }),
      )
    : { messages: [], last: undefined })
  const end = last ?? Math.max(start, Math.min(expired, head))
  return {
    start,
    messages,
    cursor: String(end),
    hasMore: end < head,
    expired: Math.max(0, expired - start),
  }
}

async function loadMessages(
  db: Db,
  bodies: MessageBodies,
  {
    isForPerson,
    ...part
  }: { destinationId: DestinationId; after: number; limit: number; isForPerson: boolean },
): Promise<{ messages: PulledMessage[]; last: number | undefined }> {
  const rows = await listMessages(db, { ...part, maxSize: maxPulledSize })
  const found = await readBodies(bodies, rows)
  return {
    messages: rows.flatMap((row) => {
      const body = found.get(row.id)
      return body === undefined ? [] : [toPulledMessage(row, body, isForPerson)]
    }),
    last: rows.at(-1)?.position,
  }
}

export function toPulledMessage(
  row: StreamMessage,
  body: string,
  isForPerson: boolean,
): PulledMessage {
  const message = JSON.parse(getEnvelope({ type: row.type, body }))
  return {
    cursor: String(row.position),
    eventId: row.id,
    type: row.type,
    createTime: new Date(timeOfId(row.id)).toISOString(),
    message: isForPerson && carriesRecords(row.type) ? withoutRecords(message) : message,
  }
}

/** Takes a slot to wait with, if the tenant has one left: others do not wait. */
export function takeSlot(waiting: FairSlots, tenant: SlotTenant): { release(): void } | undefined {
  let slot: { release(): void } | undefined
  const leave = waiting.enter(tenant, (given) => (slot = given))
  leave?.()
  return slot
}

export function waitForMessages(
  announcements: Announcements,
  { id }: DestinationRow,
  signal: AbortSignal,
) {
  const heard = Promise.withResolvers<void>()
  const wake = () => heard.resolve()
  const stopListening = announcements.listen(id, wake)
  signal.addEventListener('abort', wake, { once: true })
  let timer: NodeJS.Timeout | undefined
  return {
    isStopped: announcements.isStopped(),
    async within(ms: number) {
      timer = setTimeout(wake, ms)
      await heard.promise
    },
    stop() {
      clearTimeout(timer)
      stopListening()
      signal.removeEventListener('abort', wake)
    },
  }
}
