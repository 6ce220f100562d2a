import { setTimeout as delay } from 'node:timers/promises'
import {
  ProviderError,
  type EventBatch,
  type EventGap,
  type ProviderClient,
  type ProviderEvent,
  type SubscribeRequest,
  type SubscribingApp,
  type SubscriptionState,
} from '@platform/connector'
import { readClockMs } from '../../clock.ts'
import { maxEvents } from '../../webhook-events.ts'
import { JournalClient, type JournalEntry } from './journal-client.ts'
import { parseJournalEvents } from './journal-events.ts'
import { parseJournalState, type JournalState } from './state.ts'

const firstPauseMs = 1_000
/** Accounts without changes are asked once a minute: HubSpot allows 100 requests per second and app. */
const maxPauseMs = 60_000
/** Interval in which the time is stored until which the journal was read without events. */
const storeEveryMs = 3_600_000
/** How far the clocks may differ. */
const clockMarginMs = 600_000
/** Longer outages are handled by the engine. */
const patienceMs = 5 * 60_000

type Reading = SubscribeRequest & { state: SubscriptionState; signal: AbortSignal }

/**
 * Reads the journal until aborted, after the stored offset. If HubSpot no longer has the offset, which
 * it keeps for three days, reading continues at the latest entry, and the gap is reported.
 */
export async function* readJournal(
  client: ProviderClient,
  app: SubscribingApp,
  { state, signal }: Reading,
): AsyncGenerator<EventBatch> {
  const journal = new JournalClient(client, app, signal)
  let data = parseJournalState(state)
  let pauseMs = firstPauseMs
  let failedSince: number | undefined
  while (!signal.aborted) {
    const askedAt = readClockMs()
    try {
      const step = await readNext(journal, data, askedAt)
      failedSince = undefined
      for (const batch of toBatches(state, data, step)) yield batch
      data = step.data
      if (step.hasMoved) {
        pauseMs = firstPauseMs
        continue
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ProviderError) || !error.isOutage) throw error
      failedSince ??= askedAt
      if (askedAt - failedSince > patienceMs) throw error
      pauseMs = Math.max(pauseMs, error.retryAfterMs ?? 0)
    }
    // Aborted: the loop ends.
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    pauseMs = Math.min(maxPauseMs, pauseMs * 2)
  }
}

interface Step {
  events: ProviderEvent[]
  gaps: EventGap[]
  /** The state after these events. */
  data: JournalState
  hasMoved: boolean
}

async function readNext(journal: JournalClient, data: JournalState, now: number): Promise<Step> {
  const readTime = new Date(now).toISOString()
  let entry: JournalEntry | undefined
  try {
    entry = await journal.findNext(data.portalId, data.offset)
  } catch (error) {
    if (!isFailure(error, 'not-found') || data.offset === undefined) throw error
    const { offset: _, ...rest } = data
    const latest = await journal.findLatest(data.portalId)
    return {
      events: [],
      gaps: makeGaps(data, `HubSpot no longer has the events after ${data.offset}.`),
      data: { ...rest, readTime, ...(latest && { offset: latest.offset }) },
      hasMoved: true,
    }
  }
  if (!entry) {
    const isDue = now - Date.parse(data.readTime ?? readTime) >= storeEveryMs
    return { events: [], gaps: [], data: isDue ? { ...data, readTime } : data, hasMoved: false }
  }
  const moved = { ...data, readTime, offset: entry.offset }
  const { events, gaps } = await readEntry(journal, entry, data)
  return { events, gaps, data: moved, hasMoved: true }
}

async function readEntry(
  journal: JournalClient,
  entry: JournalEntry,
  data: JournalState,
): Promise<{ events: ProviderEvent[]; gaps: EventGap[] }> {
  try {
    const { events, unreadable } = parseJournalEvents(await journal.download(entry), data)
    const reason = `${unreadable} entries of HubSpot's journal are unreadable.`
    return { events, gaps: unreadable > 0 ? makeGaps(data, reason) : [] }
  } catch (error) {
    if (!isFailure(error, 'too-large')) throw error
    return { events: [], gaps: makeGaps(data, 'A file of HubSpot’s journal is too large.') }
  }
}

const isFailure = (error: unknown, failure: ProviderError['failure']): boolean =>
  error instanceof ProviderError && error.failure === failure

function makeGaps({ names, readTime }: JournalState, reason: string): EventGap[] {
  const since = readTime && new Date(Date.parse(readTime) - clockMarginMs).toISOString()
  return Object.values(names).map((objectName) => ({
    objectName,
    ...(since && { since }),
    reason,
  }))
}

/** Divides the events of a large file. The offset is stored with the last of them. */
function toBatches(state: SubscriptionState, before: JournalState, step: Step): EventBatch[] {
  const { events, gaps, data } = step
  if (!step.hasMoved && data === before) return []
  const batches: EventBatch[] = []
  for (let from = 0; from + maxEvents < events.length; from += maxEvents) {
    const part = events.slice(from, from + maxEvents)
    batches.push({ events: part, state: { ...state, data: { ...before } } })
  }
  const rest = events.slice(batches.length * maxEvents)
  const last = { events: rest, state: { ...state, data: { ...data } } }
  return [...batches, gaps.length > 0 ? { ...last, gaps } : last]
}
