import { setTimeout as delay } from 'node:timers/promises'
import {
  ProviderError,
  type EventBatch,
  type EventGap,
  type ProviderClient,
  type ProviderEvent,
  type SubscribeRequest,
  type SubscriptionState,
} from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import { Bayeux, UnknownClientError, type BayeuxMessage } from './bayeux.ts'
import { toProviderEvents, findGap, isChangeEvent, makeGapOfUnknown } from './change-event.ts'
import { toChannel, readReplayState, type ReplayPosition } from './state.ts'
import { readClockMs } from '../../clock.ts'

/** Replays all retained events. */
const allRetained = -2

const firstPauseMs = 1_000
const maxPauseMs = 30_000
/** A poll that ends earlier without events was not held. */
const quickMs = 500
/** Longer outages are handled by the engine. */
const patienceMs = 5 * 60_000

interface Listening {
  client: ProviderClient
  signal: AbortSignal
  /** Position of each object; replaced as events arrive. */
  positions: Map<string, ReplayPosition>
  /** The remaining stored state. */
  state: SubscriptionState
}

/**
 * Listens until aborted. Each object continues after its last event; before the first one, it
 * replays all events retained since the set-up, so that nothing is lost.
 */
export async function* listenToSalesforce(
  client: ProviderClient,
  { state, signal }: SubscribeRequest & { state: SubscriptionState; signal: AbortSignal },
): AsyncGenerator<EventBatch> {
  const positions = new Map(Object.entries(readReplayState(state).objects))
  const listening: Listening = { client, signal, positions, state }
  let failedSince: number | undefined
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    try {
      for await (const batch of session(listening)) {
        failedSince = undefined
        pauseMs = firstPauseMs
        if (batch) yield batch
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof UnknownClientError) continue
      if (!(error instanceof ProviderError) || !error.isOutage) throw error
      failedSince ??= readClockMs()
      if (readClockMs() - failedSince > patienceMs) throw error
      const pause = error.retryAfterMs ?? pauseMs
      // When listening stops, there is no need to wait.
      await delay(pause, undefined, { signal }).catch(() => undefined)
      pauseMs = Math.min(maxPauseMs, pauseMs * 2)
    }
  }
}

/** Runs one session with Salesforce until it ends; yields undefined as a heartbeat. */
async function* session(listening: Listening): AsyncGenerator<EventBatch | undefined> {
  const { client, signal, positions } = listening
  const bayeux = new Bayeux(client, signal)
  try {
    await bayeux.handshake()
    for (const objectName of positions.keys()) {
      const gap = await subscribeToObject(bayeux, listening, objectName)
      if (gap) yield toBatch(listening, [], [gap])
    }
    let quickPolls = 0
    while (!signal.aborted) {
      const startedAt = performance.now()
      const messages = await bayeux.connect()
      yield readMessages(listening, messages)
      // The first poll of a session is answered at once.
      const isQuick = messages.length === 0 && performance.now() - startedAt < quickMs
      quickPolls = isQuick ? quickPolls + 1 : 0
      if (quickPolls < 2) continue
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (quickPolls - 2))
      // Aborted: the loop ends.
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    await bayeux.disconnect()
  }
}

/** Subscribes after the last event. If Salesforce no longer has it, the gap is reported. */
async function subscribeToObject(
  bayeux: Bayeux,
  { positions }: Listening,
  objectName: string,
): Promise<EventGap | undefined> {
  const { replayId, since } = requireValue(positions.get(objectName))
  const channel = toChannel(objectName)
  const refusal = await bayeux.subscribe(channel, replayId ?? allRetained)
  if (refusal === undefined) return undefined
  if (!/^400:[^:]*:.*replay/is.test(refusal)) throw makeRejection(refusal)

  positions.set(objectName, { since })
  const again = await bayeux.subscribe(channel, allRetained)
  if (again !== undefined) throw makeRejection(again)
  return {
    objectName,
    since: new Date(since).toISOString(),
    reason: `Salesforce no longer has the events since ${replayId}.`,
  }
}

function makeRejection(error: string): ProviderError {
  const [code] = error.split(':')
  const message = error.replace(/^\d*:[^:]*:/, '') || error
  if (code === '401') return new ProviderError('credentials', message, { code })
  if (code === '403') return new ProviderError('permission', message, { code })
  return new ProviderError(code?.startsWith('5') ? 'unavailable' : 'bad-request', message, { code })
}

function readMessages(
  listening: Listening,
  messages: readonly BayeuxMessage[],
): EventBatch | undefined {
  const objectNames = new Map(
    [...listening.positions.keys()].map((name) => [toChannel(name), name]),
  )
  const events: ProviderEvent[] = []
  const gaps: EventGap[] = []
  let hasMoved = false
  for (const { channel, data } of messages) {
    const objectName = objectNames.get(channel)
    if (objectName === undefined) continue
    const position = requireValue(listening.positions.get(objectName))
    if (!isChangeEvent(data)) {
      gaps.push(makeGapOfUnknown(objectName, position.since))
      continue
    }
    const { commitTimestamp } = data.payload.ChangeEventHeader
    hasMoved = true
    listening.positions.set(objectName, {
      replayId: data.event.replayId,
      since: commitTimestamp,
    })
    // Without a replay ID, Salesforce also sends events from before the set-up.
    if (position.replayId === undefined && commitTimestamp < position.since) continue
    const gap = findGap(data, objectName, position.since)
    if (gap) gaps.push(gap)
    else events.push(...toProviderEvents(data, objectName))
  }
  return hasMoved || gaps.length > 0 ? toBatch(listening, events, gaps) : undefined
}

function toBatch(
  { positions, state }: Listening,
  events: ProviderEvent[],
  gaps: EventGap[],
): EventBatch {
  const data = { ...state.data, objects: Object.fromEntries(positions) }
  return { events, ...(gaps.length > 0 && { gaps }), state: { ...state, data } }
}
