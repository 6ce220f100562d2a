import { getHeapStatistics } from 'node:v8'
import type { DestinationId, ProjectId } from '@platform/contract'
import { heldDue, type EventRecord, type Message } from '../message.ts'
import type { AttemptRecord } from '../history/attempts.ts'
import type { Outcome } from '../sinks/outcome.ts'
import { nextStep, type Policy } from './next-step.ts'
import {
  afterOutcome,
  allowance,
  freshPressure,
  type Pressure,
  type PressureLimits,
} from './pressure.ts'
import { WaitingLine } from './waiting-line.ts'

/** A destination as the sender sees it. */
export interface Target {
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

/** What an attempt came to and what follows, to be recorded. */
export type Verdict =
  | { status: 'delivered' }
  | { status: 'failed' }
  | { status: 'canceled' }
  /** To be sent again at this time; `attemptsUsed` counts the attempts that used up the schedule. */
  | { status: 'pending'; due: number }

/** The world around the sender: real, or simulated by a test. */
export interface SenderPorts {
  now(): number
  chance(): number
  later(callback: () => void, ms: number): { cancel(): void }
  /** Whether nobody else can have taken over what this one holds. */
  maySend(): boolean
  /** The destination; undefined when it is deleted. Known ones come at once, without a promise. */
  target(message: Message): Target | undefined | Promise<Target | undefined>
  record(message: Message, verdict: Verdict, attempt: AttemptRecord | undefined): void
  failing(target: Target, since: number | undefined, because: string): void
  disable(target: Target, reason: string): void
  /** There is room again for messages to this destination. */
  hungry(destinationId: DestinationId): void
}

export interface SenderSettings {
  policy: Policy
  pressure: PressureLimits
  /** Requests under way to all destinations together. */
  maxInFlight: number
  /** What messages in memory may take; what exceeds it waits in the table. */
  maxBytes: number
}

export const defaultSenderSettings: Omit<SenderSettings, 'policy'> = {
  pressure: { start: 4, max: 64 },
  maxInFlight: 2048,
  maxBytes: Math.min(256 * 1024 * 1024, getHeapStatistics().heap_size_limit / 16),
}

/** What a message takes beside its body. */
const overheadBytes = 500
const sizeOf = ({ event }: Message) => event.body.length + overheadBytes

interface DestinationLane {
  id: DestinationId
  waiting: WaitingLine<Message>
  inFlight: number
  /** Messages in memory: reserved, waiting, under way or not recorded yet. */
  count: number
  bytes: number
  pressure: Pressure
  linger: { cancel(): void } | undefined
  isReady: boolean
  /** Whether what is under way was held, so nothing else goes beside it. */
  isInOrder: boolean
}

export interface Sender {
  /** Whether there is room in memory for one more; if so it is taken up. */
  reserve(message: Message): boolean
  /** Whether half of the room that one destination can take up is taken by this one. */
  isCrowded(destinationId: DestinationId): boolean
  /** Sends reserved messages, each lane by itself. */
  accept(messages: readonly Message[]): void
  /** Gives back the room of messages that are recorded, or that never came to be. */
  release(messages: readonly Message[]): void
  /** How many more messages the destination takes, and before when none. */
  room(destinationId: DestinationId): { room: number; notBefore: number }
  /** Stops sending; settles once nothing is under way. What waits is recorded as due now. */
  stop(): Promise<void>
  /** Goes on after a time in which it could not send. */
  resume(): void
  /** Drops what waits, which another sender has taken over. */
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
 * Sends messages, each destination in a lane of its own.
 *
 * A lane has as many requests under way as its receiver bears (see `pressure.ts`), so a receiver
 * that is slow or dead costs the others nothing. When a circuit opens, what waits in the lane goes
 * back to the table.
 */
export function createSender(ports: SenderPorts, settings: SenderSettings): Sender {
  const lanes = new Map<DestinationId, DestinationLane>()
  /** Lanes that could send but for the limit on all together, in the order in which they take turns. */
  const ready: DestinationLane[] = []
  let inFlight = 0
  let messages = 0
  let bytes = 0
  let isStopped = false
  let idle: (() => void) | undefined

  const laneOf = (id: DestinationId): DestinationLane => {
    const known = lanes.get(id)
    if (known) return known
    const lane: DestinationLane = {
      id,
      waiting: new WaitingLine(),
      inFlight: 0,
      count: 0,
      bytes: 0,
      pressure: freshPressure(settings.pressure),
      linger: undefined,
      isReady: false,
      isInOrder: false,
    }
    lanes.set(id, lane)
    return lane
  }

  const weigh = (lane: DestinationLane, count: number, size: number) => {
    lane.count += count
    lane.bytes += size
    messages += count
    bytes += size
  }

  /** Puts what waits back into the table until the circuit half-opens. */
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
      if (inFlight >= settings.maxInFlight) {
        if (!lane.isReady) ready.push(lane)
        lane.isReady = true
        return
      }
      const target = ports.target(first)
      if (target instanceof Promise) {
        lane.inFlight++
        inFlight++
        void target.then(
          () => finished(lane),
          () => ports.later(() => finished(lane), 1_000),
        )
        return
      }
      if (!target || !target.isEnabled) {
        for (const message of lane.waiting.takeAll()) {
          ports.record(message, target ? held : { status: 'canceled' }, undefined)
        }
        return
      }
      const size = batchSize(lane, target)
      if (size === 0) return
      void send(lane, target, lane.waiting.take(size))
    }
  }

  /** How many messages to send in one call now; zero to wait for more. */
  const batchSize = (lane: DestinationLane, { sink }: Target): number => {
    if (sink.maxBatch === 1) return 1
    let size = 0
    let total = 0
    const most = Math.min(sink.maxBatch, lane.waiting.length)
    const { wasHeld } = lane.waiting.at(0)!
    while (size < most) {
      const message = lane.waiting.at(size)!
      total += message.event.body.length
      if (size > 0 && (total > sink.maxBatchBytes || message.wasHeld !== wasHeld)) break
      size++
    }
    const isFull = size === sink.maxBatch || total >= sink.maxBatchBytes
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

  const send = async (lane: DestinationLane, target: Target, batch: Message[]) => {
    lane.inFlight++
    lane.isInOrder = batch[0]!.wasHeld === true
    inFlight++
    const at = ports.now()
    const outcomes = await target.sink.send(batch.map((message) => message.event))
    const durationMs = ports.now() - at
    for (let index = 0; index < batch.length; index++) {
      conclude(lane, target, batch[index]!, { at, durationMs, outcome: outcomes[index]! })
    }
    finished(lane)
  }

  const conclude = (
    lane: DestinationLane,
    target: Target,
    message: Message,
    attempt: AttemptRecord,
  ) => {
    const now = ports.now()
    const { outcome } = attempt
    lane.pressure = afterOutcome(lane.pressure, outcome, now, settings.pressure)
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
      target.mayDisable ? settings.policy : { ...settings.policy, disableAfterMs: Infinity },
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
        // Nothing goes there until it is enabled, and then at once.
        lane.pressure = freshPressure(settings.pressure)
        ports.record(message, held, attempt)
        return ports.disable(target, step.reason)
    }
  }

  const finished = (lane: DestinationLane) => {
    lane.inFlight--
    inFlight--
    pump(lane)
    while (inFlight < settings.maxInFlight && ready.length > 0) {
      const next = ready.shift()!
      next.isReady = false
      pump(next)
    }
    if (inFlight === 0) idle?.()
  }

  return {
    reserve(message) {
      const lane = laneOf(message.destinationId)
      const size = sizeOf(message)
      const isFull =
        isStopped ||
        // A lane takes at most half of what there is room for, so there is always some for another.
        (lane.bytes + bytes + size > settings.maxBytes && messages > 0) ||
        // A half-open circuit takes one probe, no more.
        (lane.pressure.openUntil > 0 &&
          (lane.count > 0 || allowance(lane.pressure, ports.now()) === 0))
      if (isFull) return false
      weigh(lane, 1, size)
      return true
    },
    isCrowded(destinationId) {
      // By what is its own: who waits for a slow receiver is who sends to it.
      return (lanes.get(destinationId)?.bytes ?? 0) * 4 > settings.maxBytes
    },
    accept(accepted) {
      const touched = new Set<DestinationLane>()
      for (const message of accepted) {
        const lane = laneOf(message.destinationId)
        if (isStopped) ports.record(message, backInQueue(message, ports.now()), undefined)
        else lane.waiting.push(message)
        touched.add(lane)
      }
      touched.forEach(pump)
    },
    release(released) {
      for (const message of released) {
        const lane = laneOf(message.destinationId)
        weigh(lane, -1, -sizeOf(message))
        if (lane.count === 0 && lane.pressure.failuresInARow === 0 && lane.inFlight === 0) {
          if (lane.pressure.limit <= settings.pressure.start) lanes.delete(lane.id)
        }
        if (lane.count * 2 < wantedIn(lane)) ports.hungry(lane.id)
      }
    },
    room(destinationId) {
      const lane = laneOf(destinationId)
      if (isStopped || bytes >= settings.maxBytes) {
        return { room: 0, notBefore: 0 }
      }
      const allowed = allowance(lane.pressure, ports.now())
      if (allowed === 0) return { room: 0, notBefore: lane.pressure.openUntil }
      if (lane.pressure.openUntil > 0) return { room: Math.max(0, 1 - lane.count), notBefore: 0 }
      return { room: Math.max(0, wantedIn(lane) - lane.count), notBefore: 0 }
    },
    async stop() {
      isStopped = true
      for (const lane of lanes.values()) {
        for (const message of lane.waiting.takeAll()) {
          ports.record(message, backInQueue(message, ports.now()), undefined)
        }
      }
      if (inFlight > 0) await new Promise<void>((resolve) => (idle = resolve))
    },
    resume() {
      lanes.forEach(pump)
    },
    dropAll() {
      for (const lane of lanes.values()) {
        for (const message of lane.waiting.takeAll()) weigh(lane, -1, -sizeOf(message))
      }
    },
    stats: () => ({ messages, bytes, inFlight, lanes: lanes.size }),
    states: () =>
      [...lanes.values()].map((lane) => ({
        destinationId: lane.id,
        waiting: lane.waiting.length,
        inFlight: lane.inFlight,
        limit: Math.floor(lane.pressure.limit),
        open: allowance(lane.pressure, ports.now()) === 0,
      })),
  }
}

/** To be sent once the destination is enabled. */
const held: Verdict = { status: 'pending', due: heldDue.getTime() }

/** Unsent, to be sent from this time on; what was held keeps its place. */
export const backInQueue = ({ wasHeld }: Message, due: number): Verdict =>
  wasHeld ? held : { status: 'pending', due }

/** Stands for a lingering that is over: what there is goes now. */
const elapsed = { cancel() {} }

/** How many messages a lane wants in memory when it takes them from the table. */
const wantedIn = (lane: DestinationLane) =>
  Math.min(4_000, Math.max(50, Math.floor(lane.pressure.limit) * 40))
