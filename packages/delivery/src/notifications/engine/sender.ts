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
  target(message: Message): SenderTarget | undefined | Promise<SenderTarget | undefined>
  record(message: Message, verdict: Verdict, attempt: AttemptRecord | undefined): void
  failing(target: SenderTarget, since: number | undefined, because: string): void
  disable(target: SenderTarget, reason: string): void
  /** There is room again for messages. */
  hungry(): void
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
  share: ProjectShare
  waiting: WaitingLine<Message>
  inFlight: number
  /** Messages in memory: reserved, waiting, under way or not recorded yet. */
  count: number
  bytes: number
  pressure: Pressure
  linger: { cancel(): void } | undefined
  /** Whether it waits for a place. */
  isReady: boolean
  /** Whether what is under way was held, so nothing else goes beside it. */
  isInOrder: boolean
}

/** What the lanes of one project take up together. */
interface ProjectShare {
  projectId: ProjectId
  lanes: number
  inFlight: number
  bytes: number
  /** Lanes that could send if there were a place, in the order in which they take turns. */
  ready: DestinationLane[]
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
  room(to: { destinationId: DestinationId; projectId: ProjectId }): {
    room: number
    notBefore: number
  }
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
 *
 * Places are divided among projects: a project gets another one while more are free than it uses, so
 * however many receivers of one project hang, some places are left for the next. A place that becomes
 * free goes to the project that uses the fewest.
 */
export function createSender(ports: SenderPorts, settings: SenderSettings): Sender {
  const lanes = new Map<DestinationId, DestinationLane>()
  const shares = new Map<ProjectId, ProjectShare>()
  /** Projects with lanes that wait for a place; of those that use as few, the first goes first. */
  const waitingShares = new Set<ProjectShare>()
  /** Lanes that had no memory for a message of so many bytes. */
  const full = new Map<DestinationLane, number>()
  let inFlight = 0
  let messages = 0
  let bytes = 0
  let isStopped = false
  let idle: (() => void) | undefined

  const shareOf = (projectId: ProjectId): ProjectShare => {
    const known = shares.get(projectId)
    if (known) return known
    const share = { projectId, lanes: 0, inFlight: 0, bytes: 0, ready: [] }
    shares.set(projectId, share)
    return share
  }

  const laneOf = (id: DestinationId, projectId: ProjectId): DestinationLane => {
    const known = lanes.get(id)
    if (known) return known
    const share = shareOf(projectId)
    share.lanes++
    const lane: DestinationLane = {
      id,
      share,
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

  const laneFor = ({ destinationId, event }: Message) => laneOf(destinationId, event.projectId)

  const forgetLane = ({ id, share }: DestinationLane) => {
    lanes.delete(id)
    if (--share.lanes === 0) shares.delete(share.projectId)
  }

  const weigh = (lane: DestinationLane, count: number, size: number) => {
    lane.count += count
    lane.bytes += size
    lane.share.bytes += size
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

  /**
   * How many bytes more a lane may take. Of the memory that is free a lane takes half at most, and the
   * lanes of a project three quarters, so there is always some for another.
   */
  const memoryLeft = ({ bytes: ofLane, share }: DestinationLane) => {
    if (messages === 0) return Infinity
    const free = settings.maxBytes - bytes
    return Math.min((free - ofLane) / 2, (3 * free - share.bytes) / 4)
  }

  const hasPlace = (share: ProjectShare) => share.inFlight < settings.maxInFlight - inFlight

  const takePlace = (lane: DestinationLane) => {
    lane.inFlight++
    lane.share.inFlight++
    inFlight++
  }

  const waitForPlace = (lane: DestinationLane) => {
    if (!lane.isReady) lane.share.ready.push(lane)
    lane.isReady = true
    waitingShares.add(lane.share)
  }

  const letIn = () => {
    for (;;) {
      let next: ProjectShare | undefined
      for (const share of waitingShares) {
        if (share.inFlight < (next?.inFlight ?? Infinity)) next = share
      }
      if (!next || !hasPlace(next)) return
      const lane = next.ready.shift()
      waitingShares.delete(next)
      if (next.ready.length > 0) waitingShares.add(next)
      if (!lane) continue
      lane.isReady = false
      pump(lane)
    }
  }

  const pump = (lane: DestinationLane): void => {
    while (!isStopped && lane.waiting.length > 0 && ports.maySend()) {
      const allowed = allowance(lane.pressure, ports.now())
      if (allowed === 0) return spill(lane)
      const first = lane.waiting.at(0)!
      if (lane.inFlight >= (first.wasHeld || lane.isInOrder ? 1 : allowed)) return
      if (!hasPlace(lane.share)) return waitForPlace(lane)
      const target = ports.target(first)
      if (target instanceof Promise) {
        takePlace(lane)
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
    takePlace(lane)
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
        // Nothing goes there until it is enabled, and then at once.
        lane.pressure = freshPressure(settings.pressure)
        ports.record(message, held, attempt)
        return ports.disable(target, step.reason)
    }
  }

  const finished = (lane: DestinationLane) => {
    lane.inFlight--
    lane.share.inFlight--
    inFlight--
    letIn()
    pump(lane)
    if (inFlight === 0) idle?.()
  }

  return {
    reserve(message) {
      const lane = laneFor(message)
      const size = sizeOf(message)
      // A half-open circuit takes one probe, no more.
      const isBroken =
        lane.pressure.openUntil > 0 &&
        (lane.count > 0 || allowance(lane.pressure, ports.now()) === 0)
      if (isStopped || isBroken) return false
      if (memoryLeft(lane) < size) {
        full.set(lane, size)
        return false
      }
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
        const lane = laneFor(message)
        if (isStopped) ports.record(message, backInQueue(message, ports.now()), undefined)
        else lane.waiting.push(message)
        touched.add(lane)
      }
      touched.forEach(pump)
    },
    release(released) {
      let isHungry = false
      for (const message of released) {
        const lane = laneFor(message)
        weigh(lane, -1, -sizeOf(message))
        if (lane.count === 0 && lane.pressure.failuresInARow === 0 && lane.inFlight === 0) {
          if (lane.pressure.limit <= settings.pressure.start) forgetLane(lane)
        }
        isHungry ||= lane.count * 2 < wantedIn(lane)
      }
      for (const [lane, size] of full) {
        if (memoryLeft(lane) >= size) isHungry = full.delete(lane)
      }
      if (isHungry) ports.hungry()
    },
    room({ destinationId, projectId }) {
      const lane = laneOf(destinationId, projectId)
      if (isStopped || full.has(lane)) return { room: 0, notBefore: 0 }
      const allowed = allowance(lane.pressure, ports.now())
      if (allowed === 0) return { room: 0, notBefore: lane.pressure.openUntil }
      if (lane.pressure.openUntil > 0) return { room: Math.max(0, 1 - lane.count), notBefore: 0 }
      const size = lane.count > 0 ? lane.bytes / lane.count : overheadBytes
      const fitting = Math.floor(memoryLeft(lane) / size)
      if (fitting < 1) full.set(lane, size)
      return { room: Math.max(0, Math.min(fitting, wantedIn(lane) - lane.count)), notBefore: 0 }
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
