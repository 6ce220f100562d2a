import { getHeapStatistics } from 'node:v8'
import type { DestinationId, ProjectId } from '@platform/contract'
import { heldDue, type EventRecord, type Message } from '../message.ts'
import type { AttemptRecord } from '../history/attempts.ts'
import type { Outcome } from '../sinks/outcome.ts'
import { nextStep, type Policy } from './next-step.ts'
import { afterOutcome, allowance, freshPressure, type PressureLimits } from './pressure.ts'
import {
  createLanes,
  overheadBytes,
  sizeOf,
  wantedIn,
  type DestinationLane,
} from './destination-lanes.ts'
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
          ports.record(message, target ? held : { status: 'canceled' }, undefined)
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

  const send = async (lane: DestinationLane, target: SenderTarget, batch: Message[]) => {
    places.take(lane)
    lane.isInOrder = batch[0]!.wasHeld === true
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
    target: SenderTarget,
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
        // Nothing is sent until the destination is enabled, and then immediately.
        lane.pressure = freshPressure(settings.pressure)
        ports.record(message, held, attempt)
        return ports.disable(target, step.reason)
    }
  }

  const finished = (lane: DestinationLane) => {
    places.free(lane)
    for (let next = places.next(); next; next = places.next()) pump(next)
    pump(lane)
    if (places.inFlight() === 0) idle?.()
  }

  return {
    reserve(message) {
      const lane = lanes.of(message.destinationId, message.event.projectId)
      const size = sizeOf(message)
      // A half-open circuit allows a single probe.
      const isBroken =
        lane.pressure.openUntil > 0 &&
        (lane.count > 0 || allowance(lane.pressure, ports.now()) === 0)
      if (isStopped || isBroken) return false
      if (lanes.fitting(lane, size) < 1) return false
      lanes.weigh(lane, 1, size)
      return true
    },
    isCrowded(destinationId) {
      // Based on its own usage: only those who send to a slow receiver wait for it.
      return (lanes.known(destinationId)?.bytes ?? 0) * 4 > settings.maxBytes
    },
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
    release(released) {
      let isHungry = false
      for (const message of released) {
        const lane = lanes.of(message.destinationId, message.event.projectId)
        lanes.weigh(lane, -1, -sizeOf(message))
        if (lane.count === 0 && lane.pressure.failuresInARow === 0 && lane.inFlight === 0) {
          if (lane.pressure.limit <= settings.pressure.start) lanes.forget(lane)
        }
        isHungry ||= lane.count * 2 < wantedIn(lane)
      }
      if (lanes.isRelieved() || isHungry) ports.hungry()
    },
    room({ destinationId, projectId }) {
      const lane = lanes.of(destinationId, projectId)
      if (isStopped || lanes.isFull(lane)) return { room: 0, notBefore: 0 }
      const allowed = allowance(lane.pressure, ports.now())
      if (allowed === 0) return { room: 0, notBefore: lane.pressure.openUntil }
      if (lane.pressure.openUntil > 0) return { room: Math.max(0, 1 - lane.count), notBefore: 0 }
      const size = lane.count > 0 ? lane.bytes / lane.count : overheadBytes
      const fitting = lanes.fitting(lane, size)
      return { room: Math.max(0, Math.min(fitting, wantedIn(lane) - lane.count)), notBefore: 0 }
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

/** To be sent when the destination is enabled. */
const held: Verdict = { status: 'pending', due: heldDue.getTime() }

/** To be sent from this time on; held messages keep their position. */
export const backInQueue = ({ wasHeld }: Message, due: number): Verdict =>
  wasHeld ? held : { status: 'pending', due }

/** Marks an elapsed linger time: the available messages are sent now. */
const elapsed = { cancel() {} }
