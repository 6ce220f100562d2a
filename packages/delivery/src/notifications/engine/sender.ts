import { getHeapStatistics } from 'node:v8'
import type { DestinationId, ProjectId } from '@platform/contract'
import { heldDue, type EventRecord, type Message } from '../message.ts'
import type { AttemptRecord } from '../history/attempts.ts'
import type { Outcome } from '../sinks/outcome.ts'
import { nextStep, type Policy } from './next-step.ts'
import { afterOutcome, allowance, freshPressure, type PressureLimits } from './pressure.ts'
import { admitMessages } from './admit-messages.ts'
import { createLanes, sizeOf, type DestinationLane } from './destination-lanes.ts'
import { createSendingPlaces } from './places.ts'

/** A destination, as the sender uses it. */
export interface SenderTarget {
  id: DestinationId
  projectId: ProjectId
  isEnabled: boolean
  /** Whether it may be disabled for failing. */
  mayDisable: boolean
  failingSince: number | undefined
  sink: {
    maxBatch: number
    maxBatchBytes: number
    lingerMs: number
    send(events: readonly EventRecord[]): Promise<Outcome[]>
  }
}

/** Outcome of an attempt and what follows, to be recorded. */
export type Verdict =
  | { status: 'delivered' }
  | { status: 'failed' }
  | { status: 'canceled' }
  /** To be sent again at this time; `attemptsUsed` counts the used attempts of the schedule. */
  | { status: 'pending'; due: number }

/** Dependencies of the sender, simulated in tests. */
export interface SenderPorts {
  now(): number
  chance(): number
  later(callback: () => void, ms: number): { cancel(): void }
  /** Reports whether no other sender can have taken over what this one holds. */
  maySend(): boolean
  /**
   * Returns the destination; undefined if it is deleted. Known ones are returned without a promise.
   */
  target(message: Message): SenderTarget | undefined | Promise<SenderTarget | undefined>
  record(message: Message, verdict: Verdict, attempt: AttemptRecord | undefined): void
  failing(target: SenderTarget, since: number | undefined, because: string): void
  disable(target: SenderTarget, reason: string): void
  /** Called when there is room for messages again. */
  hungry(): void
}

export interface SenderSettings {
  policy: Policy
  pressure: PressureLimits
  /** Maximum number of requests in progress to all destinations together. */
  maxInFlight: number
  /** Memory limit of messages; the rest waits in the table. */
  maxBytes: number
}

export const defaultSenderSettings: Omit<SenderSettings, 'policy'> = {
  pressure: { start: 4, max: 64 },
  maxInFlight: 2048,
  maxBytes: Math.min(256 * 1024 * 1024, getHeapStatistics().heap_size_limit / 16),
}

export interface Sender {
  /** Reserves memory for a message; returns false if there is none. */
  reserve(message: Message): boolean
  /** Reports whether the destination uses half of its memory. */
  isCrowded(destinationId: DestinationId): boolean
  /** Sends reserved messages, each lane independently. */
  accept(messages: readonly Message[]): void
  /** Releases the memory of messages that were recorded or never committed. */
  release(messages: readonly Message[]): void
  /**
   * Returns how many more messages the destination accepts; if none, the time before which it
   * accepts none.
   */
  room(to: { destinationId: DestinationId; projectId: ProjectId }): {
    room: number
    notBefore: number
  }
  /**
   * Stops sending; resolves when no request is in progress. Waiting messages are recorded as due
   * now.
   */
  stop(): Promise<void>
  /** Continues after an interruption. */
  resume(): void
  /** Drops waiting messages, which another sender has taken over. */
  dropAll(): void
  stats(): { messages: number; bytes: number; inFlight: number; lanes: number }
  states(): {
    destinationId: DestinationId
    waiting: number
    inFlight: number
    limit: number
    open: boolean
  }[]
}

/**
 * Sends messages, each destination in its own lane. The number of concurrent requests of a lane
 * adapts to its receiver (see `pressure.ts`), so a slow or dead receiver does not affect others.
 * When a circuit opens, waiting messages of the lane return to the table. Memory and
 * slots are divided among projects (`destination-lanes.ts`, `places.ts`).
 */
export function createSender(ports: SenderPorts, settings: SenderSettings): Sender {
  const lanes = createLanes(settings)
  const places = createSendingPlaces(settings)
  let isStopped = false
  let idle: (() => void) | undefined

  /** Returns waiting messages to the table until the circuit half-opens. */
  const spill = (lane: DestinationLane) => {
    for (const message of lane.waiting.takeAll()) {
      ports.record(
        message,
        backInQueue(message, Math.max(ports.now(), lane.pressure.openUntil)),
        undefined,
      )
    }
  }

  const pump = (lane: DestinationLane): void => {
    while (!isStopped && lane.waiting.length > 0 && ports.maySend()) {
      const allowed = allowance(lane.pressure, ports.now())
      if (allowed === 0) return spill(lane)
      const first = lane.waiting.at(0)!
      if (lane.inFlight >= (first.wasHeld || lane.isInOrder ? 1 : allowed)) return
      if (!places.isFreeFor(lane.share)) return places.waitFor(lane)
      const target = ports.target(first)
      if (target instanceof Promise) {
        places.take(lane)
        void target.then(
          () => finished(lane),
          () => ports.later(() => finished(lane), 1_000),
        )
        return
      }
      if (!target || !target.isEnabled) {
        for (const message of lane.waiting.takeAll()) {
          ports.record(message, target ? whenEnabled : { status: 'canceled' }, undefined)
        }
        return
      }
      const size = batchSize(lane, target)
      if (size === 0) return
      void send(lane, target, lane.waiting.take(size))
    }
  }

  /** Returns how many messages to send in one call now; zero to wait for more. */
  const batchSize = (lane: DestinationLane, { sink }: SenderTarget): number => {
    if (sink.maxBatch === 1) return 1
    const { size, isFull } = fittingBatch(lane.waiting, sink)
    if (isFull || sink.lingerMs === 0 || lane.linger === elapsed) {
      lane.linger = undefined
      return size
    }
    lane.linger ??= ports.later(() => {
      lane.linger = elapsed
      pump(lane)
    }, sink.lingerMs)
    return 0
  }

  const send = async (lane: DestinationLane, target: SenderTarget, batch: Message[]) => {
    places.take(lane)
    lane.isInOrder = batch[0]!.wasHeld === true
    const at = ports.now()
    const outcomes = await target.sink.send(batch.map((message) => message.event))
    const durationMs = ports.now() - at
    for (let index = 0; index < batch.length; index++) {
      const attempt = { at, durationMs, outcome: outcomes[index]! }
      concludeAttempt(ports, settings, { lane, target, message: batch[index]!, attempt })
    }
    finished(lane)
  }

  const finished = (lane: DestinationLane) => {
    places.free(lane)
    for (let next = places.next(); next; next = places.next()) pump(next)
    pump(lane)
    if (places.inFlight() === 0) idle?.()
  }

  return {
    ...admitMessages(ports, settings, lanes, () => isStopped),
    accept(accepted) {
      const touched = new Set<DestinationLane>()
      for (const message of accepted) {
        const lane = lanes.of(message.destinationId, message.event.projectId)
        if (isStopped) ports.record(message, backInQueue(message, ports.now()), undefined)
        else lane.waiting.push(message)
        touched.add(lane)
      }
      touched.forEach(pump)
    },
    async stop() {
      isStopped = true
      for (const lane of lanes.all()) {
        for (const message of lane.waiting.takeAll()) {
          ports.record(message, backInQueue(message, ports.now()), undefined)
        }
      }
      if (places.inFlight() > 0) await new Promise<void>((resolve) => (idle = resolve))
    },
    resume() {
      for (const lane of lanes.all()) pump(lane)
    },
    dropAll() {
      for (const lane of lanes.all()) {
        for (const message of lane.waiting.takeAll()) lanes.weigh(lane, -1, -sizeOf(message))
      }
    },
    stats: () => ({ ...lanes.stats(), inFlight: places.inFlight() }),
    states: () =>
      [...lanes.all()].map((lane) => ({
        destinationId: lane.id,
        waiting: lane.waiting.length,
        inFlight: lane.inFlight,
        limit: Math.floor(lane.pressure.limit),
        open: allowance(lane.pressure, ports.now()) === 0,
      })),
  }
}

/** Returns how many of the first messages fit into one call, and whether no more would. */
function fittingBatch(
  waiting: DestinationLane['waiting'],
  { maxBatch, maxBatchBytes }: SenderTarget['sink'],
): { size: number; isFull: boolean } {
  let size = 0
  let total = 0
  const most = Math.min(maxBatch, waiting.length)
  const { wasHeld } = waiting.at(0)!
  while (size < most) {
    const message = waiting.at(size)!
    total += message.event.body.length
    if (size > 0 && (total > maxBatchBytes || message.wasHeld !== wasHeld)) break
    size++
  }
  return { size, isFull: size === maxBatch || total >= maxBatchBytes }
}

/** To be sent when the destination is enabled. */
const whenEnabled: Verdict = { status: 'pending', due: heldDue.getTime() }

/**
 * Records an attempt and what follows from it: the pressure on the lane, since when the destination
 * fails, and whether the message is sent again or the destination disabled.
 */
function concludeAttempt(
  ports: SenderPorts,
  { policy, pressure }: SenderSettings,
  {
    lane,
    target,
    message,
    attempt,
  }: { lane: DestinationLane; target: SenderTarget; message: Message; attempt: AttemptRecord },
): void {
  const now = ports.now()
  const { outcome } = attempt
  lane.pressure = afterOutcome(lane.pressure, outcome, now, pressure)
  const failingSince = outcome.succeeded ? undefined : (target.failingSince ?? attempt.at)
  if (failingSince !== target.failingSince) {
    ports.failing(target, failingSince, outcome.succeeded ? '' : outcome.detail)
  }

  message.attemptsUsed++
  const step = nextStep(
    outcome,
    {
      attemptsUsed: message.attemptsUsed,
      failingSince: failingSince ?? now,
      now,
      chance: ports.chance(),
    },
    target.mayDisable ? policy : { ...policy, disableAfterMs: Infinity },
  )
  switch (step.do) {
    case 'finish':
      return ports.record(message, { status: 'delivered' }, attempt)
    case 'give-up':
      return ports.record(message, { status: 'failed' }, attempt)
    case 'retry':
      return ports.record(message, { status: 'pending', due: step.at }, attempt)
    case 'disable':
      message.attemptsUsed = 0
      // Nothing is sent until the destination is enabled, and then immediately.
      lane.pressure = freshPressure(pressure)
      ports.record(message, whenEnabled, attempt)
      return ports.disable(target, step.reason)
  }
}

/** To be sent from this time on; held messages keep their position. */
export const backInQueue = ({ wasHeld }: Pick<Message, 'wasHeld'>, due: number): Verdict =>
  wasHeld ? whenEnabled : { status: 'pending', due }

/** Marks an elapsed linger time: the available messages are sent now. */
const elapsed = { cancel() {} }
