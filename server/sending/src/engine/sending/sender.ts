import { getHeapStatistics } from 'node:v8'
import type { DestinationId, ProjectId } from '@platform/contract'
import {
  type FairSlot,
  FairSlots,
  type FindSlotTenant,
  countAsOwnOrg,
} from '@platform/kernel/admission'
import type { SendingLimits } from '@platform/delivery/notifications/sending'
import { heldDue, type EventRecord, type Message } from '@platform/delivery/notifications/message'
import type { AttemptRecord } from '@platform/delivery/notifications/history/attempts'
import type { Outcome } from '@platform/sinks/outcome'
import { nextStep, type Policy } from './next-step.ts'
import { afterOutcome, allowance, freshPressure, type PressureLimits } from './pressure.ts'
import { SendWindows, type SendLimits } from './send-windows.ts'
import type { SendingLease } from '../queue/sending-leases.ts'
import {
  admitMessages,
  createDestinationQueues,
  getMessageBytes,
  type DestinationQueue,
} from '../queue/destination-queues.ts'

/** A destination, as the sender uses it. */
export interface SenderTarget {
  id: DestinationId
  projectId: ProjectId
  isEnabled: boolean
  /** Whether it may be disabled for failing. */
  mayDisable: boolean
  failingSince: number | undefined
  limits?: SendLimits | undefined
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
  /** Returns the lease of this process to send to a destination with limits, if it has it. */
  findLease(destinationId: DestinationId): SendingLease | undefined
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

export interface SenderSettings extends SendingLimits {
  policy: Policy
  pressure: PressureLimits
}

export const defaultSenderSettings: Omit<SenderSettings, 'policy'> = {
  pressure: { start: 4, max: 64 },
  maxInFlight: 2048,
  maxBytes: Math.min(256 * 1024 * 1024, getHeapStatistics().heap_size_limit / 16),
}

/** A destination that messages are claimed for. */
export interface RoomRequest {
  destinationId: DestinationId
  projectId: ProjectId
  /** Its own limits, if it has any. */
  limits?: SendLimits | undefined
}

export interface Sender {
  /** Reserves memory for a message; returns false if there is none. */
  reserve(message: Message): boolean
  /** Reports whether the destination uses half of its memory. */
  isCrowded(destinationId: DestinationId): boolean
  /** Sends reserved messages, each queue independently. */
  accept(messages: readonly Message[]): void
  /** Releases the memory of messages that were recorded or never committed. */
  release(messages: readonly Message[]): void
  /**
   * Returns how many more messages the destination accepts; if none, the time before which it
   * accepts none.
   */
  room(to: RoomRequest): {
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
  stats(): { messages: number; bytes: number; inFlight: number; queues: number }
  states(): {
    destinationId: DestinationId
    waiting: number
    inFlight: number
    limit: number
    open: boolean
  }[]
}

/**
 * Sends messages, each destination in its own queue. The number of concurrent requests of a queue
 * adapts to its receiver (see `pressure.ts`), so a slow or dead receiver does not affect others.
 * When a circuit opens, waiting messages of the queue return to the table. Memory and
 * slots are divided among projects (`destination-queues.ts`, `admission/fair-slots.ts`).
 */
export function createSender(ports: SenderPorts, settings: SenderSettings): Sender {
  const queues = createDestinationQueues(settings)
  const loop = new SendingLoop(ports, settings)

  return {
    ...admitMessages(ports, settings, queues, () => loop.isStopped),
    accept(accepted) {
      const touched = new Set<DestinationQueue>()
      for (const message of accepted) {
        const queue = queues.of(message.destinationId, message.event.projectId)
        if (loop.isStopped) ports.record(message, backInQueue(message, ports.now()), undefined)
        else queue.waiting.push(message)
        touched.add(queue)
      }
      for (const queue of touched) loop.pump(queue)
    },
    async stop() {
      loop.isStopped = true
      for (const queue of queues.all()) {
        for (const message of queue.waiting.takeAll()) {
          ports.record(message, backInQueue(message, ports.now()), undefined)
        }
      }
      await loop.whenIdle()
    },
    resume() {
      for (const queue of queues.all()) loop.pump(queue)
    },
    dropAll() {
      for (const queue of queues.all()) {
        for (const message of queue.waiting.takeAll())
          queues.weigh(queue, -1, -getMessageBytes(message))
      }
    },
    stats: () => ({ ...queues.stats(), inFlight: loop.countBusy() }),
    states: () =>
      [...queues.all()].map((queue) => ({
        destinationId: queue.id,
        waiting: queue.waiting.length,
        inFlight: queue.inFlight,
        limit: Math.floor(queue.pressure.limit),
        open: allowance(queue.pressure, ports.now()) === 0,
      })),
  }
}

/** Sends the messages of queues, as far as there are slots. */
class SendingLoop {
  isStopped = false
  private readonly ports: SenderPorts
  private readonly settings: SenderSettings
  private readonly slots: FairSlots
  private readonly findTenant: FindSlotTenant
  private readonly windows = new SendWindows()
  private idle: (() => void) | undefined

  constructor(ports: SenderPorts, settings: SenderSettings) {
    this.ports = ports
    this.settings = settings
    this.slots = new FairSlots({ slots: settings.maxInFlight })
    this.findTenant = settings.findTenant ?? countAsOwnOrg
  }

  countBusy(): number {
    return this.slots.countBusy()
  }

  async whenIdle(): Promise<void> {
    if (this.countBusy() > 0) await new Promise<void>((resolve) => (this.idle = resolve))
  }

  /** Returns waiting messages to the table until the circuit half-opens. */
  private spill(queue: DestinationQueue): void {
    for (const message of queue.waiting.takeAll()) {
      this.ports.record(
        message,
        backInQueue(message, Math.max(this.ports.now(), queue.pressure.openUntil)),
        undefined,
      )
    }
  }

  /**
   * Returns how many messages the limits of the destination allow in one call now. If another process
   * has the lease for it, the waiting messages return to the table.
   */
  private countAllowed(queue: DestinationQueue, { limits, sink }: SenderTarget): number {
    if (!limits) return Infinity
    const lease = this.ports.findLease(queue.id)
    if (!lease) {
      this.spill(queue)
      return 0
    }
    if (queue.inFlight >= limits.maxParallel) return 0
    if (limits.maxPerSecond === Infinity) return Infinity
    const now = this.ports.now()
    const { maxPerSecond } = limits
    const isSpread = sink.maxBatch === 1
    const window = this.windows.countFree(queue.id, { maxPerSecond, isSpread }, now)
    const notBefore = Math.max(window.notBefore, lease.notBefore)
    if (notBefore <= now) return window.free
    queue.pause ??= this.ports.later(() => {
      queue.pause = undefined
      this.pump(queue)
    }, notBefore - now)
    return 0
  }

  /** Sends what may be sent now, the first with the slot that the queue has waited for. */
  pump(queue: DestinationQueue, admitted?: FairSlot): void {
    let slot = admitted
    while (!this.isStopped && queue.waiting.length > 0 && this.ports.maySend()) {
      const allowed = allowance(queue.pressure, this.ports.now())
      if (allowed === 0) {
        this.spill(queue)
        break
      }
      const first = queue.waiting.at(0)!
      if (queue.inFlight >= (first.wasHeld || queue.isInOrder ? 1 : allowed)) break
      slot ??= this.slots.tryAcquire(this.findTenant(queue.share.projectId))
      if (!slot) return this.waitForSlot(queue)
      const target = this.ports.target(first)
      if (target instanceof Promise) {
        const held = slot
        queue.inFlight++
        void target.then(
          () => this.finishCall(queue, held),
          () => this.ports.later(() => this.finishCall(queue, held), 1_000),
        )
        return
      }
      if (!target || !target.isEnabled) {
        for (const message of queue.waiting.takeAll()) {
          this.ports.record(message, target ? whenEnabled : { status: 'canceled' }, undefined)
        }
        break
      }
      const most = this.countAllowed(queue, target)
      const size = most === 0 ? 0 : Math.min(most, this.batchSize(queue, target))
      if (size === 0) break
      const { maxPerSecond = Infinity } = target.limits ?? {}
      if (maxPerSecond < Infinity)
        this.windows.note(queue.id, { count: size, maxPerSecond }, this.ports.now())
      void this.send(queue, target, { batch: queue.waiting.take(size), slot })
      slot = undefined
    }
    slot?.release()
  }

  private waitForSlot(queue: DestinationQueue): void {
    if (queue.isReady) return
    queue.isReady = true
    this.slots.enter(this.findTenant(queue.share.projectId), (slot) => {
      queue.isReady = false
      this.pump(queue, slot)
    })
  }

  /** Returns how many messages to send in one call now; zero to wait for more. */
  private batchSize(queue: DestinationQueue, { sink }: SenderTarget): number {
    if (sink.maxBatch === 1) return 1
    const { size, isFull } = fittingBatch(queue.waiting, sink)
    if (isFull || sink.lingerMs === 0 || queue.linger === elapsed) {
      queue.linger = undefined
      return size
    }
    queue.linger ??= this.ports.later(() => {
      queue.linger = elapsed
      this.pump(queue)
    }, sink.lingerMs)
    return 0
  }

  private async send(
    queue: DestinationQueue,
    target: SenderTarget,
    { batch, slot }: { batch: Message[]; slot: FairSlot },
  ): Promise<void> {
    queue.inFlight++
    queue.isInOrder = batch[0]!.wasHeld === true
    const at = this.ports.now()
    const outcomes = await target.sink.send(batch.map((message) => message.event))
    const durationMs = this.ports.now() - at
    for (let index = 0; index < batch.length; index++) {
      const attempt = { at, durationMs, outcome: outcomes[index]! }
      concludeAttempt(this.ports, this.settings, { queue, target, message: batch[index]!, attempt })
    }
    this.finishCall(queue, slot)
  }

  private finishCall(queue: DestinationQueue, slot: FairSlot): void {
    queue.inFlight--
    // Others that wait are served first.
    slot.release()
    this.pump(queue)
    if (this.slots.countBusy() === 0) this.idle?.()
  }
}

/** Returns how many of the first messages fit into one call, and whether no more would. */
function fittingBatch(
  waiting: DestinationQueue['waiting'],
  { maxBatch, maxBatchBytes }: SenderTarget['sink'],
): { size: number; isFull: boolean } {
  let size = 0
  let total = 0
  const max = Math.min(maxBatch, waiting.length)
  const { wasHeld } = waiting.at(0)!
  while (size < max) {
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
 * Records an attempt and what follows from it: the pressure on the queue, since when the destination
 * fails, and whether the message is sent again or the destination disabled.
 */
function concludeAttempt(
  ports: SenderPorts,
  { policy, pressure }: SenderSettings,
  {
    queue,
    target,
    message,
    attempt,
  }: { queue: DestinationQueue; target: SenderTarget; message: Message; attempt: AttemptRecord },
): void {
  const now = ports.now()
  const { outcome } = attempt
  queue.pressure = afterOutcome(queue.pressure, outcome, now, pressure)
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
      queue.pressure = freshPressure(pressure)
      ports.record(message, whenEnabled, attempt)
      return ports.disable(target, step.reason)
  }
}

/** To be sent from this time on; held messages keep their position. */
export const backInQueue = ({ wasHeld }: Pick<Message, 'wasHeld'>, due: number): Verdict =>
  wasHeld ? whenEnabled : { status: 'pending', due }

/** Marks an elapsed linger time: the available messages are sent now. */
const elapsed = { cancel() {} }
