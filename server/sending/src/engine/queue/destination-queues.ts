import type { DestinationId, ProjectId } from '@platform/contract'
import type { Message } from '@platform/delivery/notifications/message'
import {
  freshPressure,
  type Pressure,
  type PressureLimits,
  allowance,
} from '../sending/pressure.ts'
import { must } from '@platform/kernel/values'
import type { Sender, SenderPorts, SenderSettings } from '../sending/sender.ts'
import type { SendLimits } from '../sending/send-windows.ts'

/** Memory of a message in addition to its body. */
const overheadBytes = 500
export const getMessageBytes = ({ event }: Message) => event.body.length + overheadBytes

export interface DestinationQueue {
  id: DestinationId
  share: ProjectShare
  waiting: WaitingQueue<Message>
  inFlight: number
  /** Messages in memory: reserved, waiting, in progress or not recorded yet. */
  count: number
  bytes: number
  pressure: Pressure
  linger: { cancel(): void } | undefined
  /** While its own limit allows nothing. */
  pause: { cancel(): void } | undefined
  /** Whether it waits for a slot. */
  isReady: boolean
  /** Whether held messages are in progress, in which case nothing else is sent. */
  isInOrder: boolean
}

/** Resources used by all queues of one project. */
export interface ProjectShare {
  projectId: ProjectId
  queues: number
  bytes: number
}

/** Divides the memory for messages among destinations and projects. */
export function createDestinationQueues({
  pressure,
  maxBytes,
}: {
  pressure: PressureLimits
  /** Maximum size of all messages in memory. */
  maxBytes: number
}) {
  const queues = new Map<DestinationId, DestinationQueue>()
  const shares = new Map<ProjectId, ProjectShare>()
  /** Lanes without memory for a message of this size. */
  const full = new Map<DestinationQueue, number>()
  let messages = 0
  let bytes = 0

  const getProjectShare = (projectId: ProjectId): ProjectShare => {
    const known = shares.get(projectId)
    if (known) return known
    const share = { projectId, queues: 0, bytes: 0 }
    shares.set(projectId, share)
    return share
  }

  /**
   * Returns how many bytes more a queue may use. A queue gets half of the free memory at most, the
   * queues of a project three quarters, so some remains for others.
   */
  const memoryLeft = ({ bytes: ofQueue, share }: DestinationQueue) => {
    if (messages === 0) return Infinity
    const free = maxBytes - bytes
    return Math.min((free - ofQueue) / 2, (3 * free - share.bytes) / 4)
  }

  return {
    /** Returns the queue of a destination; creates it if there is none. */
    of(id: DestinationId, projectId: ProjectId): DestinationQueue {
      const known = queues.get(id)
      if (known) return known
      const share = getProjectShare(projectId)
      share.queues++
      const queue: DestinationQueue = {
        id,
        share,
        waiting: new WaitingQueue(),
        inFlight: 0,
        count: 0,
        bytes: 0,
        pressure: freshPressure(pressure),
        linger: undefined,
        pause: undefined,
        isReady: false,
        isInOrder: false,
      }
      queues.set(id, queue)
      return queue
    },
    known: (id: DestinationId) => queues.get(id),
    all: () => queues.values(),
    forget({ id, share }: DestinationQueue) {
      queues.delete(id)
      if (--share.queues === 0) shares.delete(share.projectId)
    },
    /** Adds messages to what a queue has in memory, or subtracts them. */
    weigh(queue: DestinationQueue, count: number, size: number) {
      queue.count += count
      queue.bytes += size
      queue.share.bytes += size
      messages += count
      bytes += size
    },
    /** Returns how many messages of a size the queue may take. If none, it counts as full. */
    fitting(queue: DestinationQueue, size: number): number {
      const fitting = Math.floor(memoryLeft(queue) / size)
      if (fitting < 1) full.set(queue, size)
      return fitting
    },
    isFull: (queue: DestinationQueue) => full.has(queue),
    /** Reports whether full queues have room again; they no longer count as full. */
    isRelieved(): boolean {
      let isRelieved = false
      for (const [queue, size] of full) {
        if (memoryLeft(queue) >= size) isRelieved = full.delete(queue)
      }
      return isRelieved
    },
    stats: () => ({ messages, bytes, queues: queues.size }),
  }
}

/** Returns how many messages a queue claims from the table; with a limit, enough for two seconds. */
const countClaimable = (queue: DestinationQueue, limits?: SendLimits) =>
  Math.min(
    4_000,
    Math.max(50, Math.floor(queue.pressure.limit) * 40),
    (limits?.maxPerSecond ?? Infinity) * 2,
  )

/** A FIFO queue. Taken items are released immediately, because they may be large. */
export class WaitingQueue<Item> {
  /** The oldest items in reverse order, because removing from the end of an array is cheap. */
  #first: Item[] = []
  #later: Item[] = []

  get length(): number {
    return this.#first.length + this.#later.length
  }

  at(index: number): Item | undefined {
    const { length } = this.#first
    return index < length ? this.#first[length - 1 - index] : this.#later[index - length]
  }

  push(item: Item): void {
    this.#later.push(item)
  }

  /** Takes this many items from the front, or all. */
  take(count: number): Item[] {
    const taken: Item[] = []
    for (let left = Math.min(count, this.length); left > 0; left--) taken.push(this.#shift())
    return taken
  }

  takeAll(): Item[] {
    return this.take(this.length)
  }

  #shift(): Item {
    if (this.#first.length === 0) {
      this.#first = this.#later.toReversed()
      this.#later = []
    }
    return must(this.#first.pop(), 'item in the line')
  }
}

/** Admits messages to the memory of the sender, and frees it. */
export function admitMessages(
  ports: SenderPorts,
  settings: SenderSettings,
  queues: ReturnType<typeof createDestinationQueues>,
  isStopped: () => boolean,
): Pick<Sender, 'reserve' | 'isCrowded' | 'release' | 'room'> {
  return {
    reserve(message) {
      const queue = queues.of(message.destinationId, message.event.projectId)
      const size = getMessageBytes(message)
      // A half-open circuit allows a single probe.
      const isBroken =
        queue.pressure.openUntil > 0 &&
        (queue.count > 0 || allowance(queue.pressure, ports.now()) === 0)
      if (isStopped() || isBroken) return false
      if (queues.fitting(queue, size) < 1) return false
      queues.weigh(queue, 1, size)
      return true
    },
    isCrowded(destinationId) {
      // Based on its own usage: only those who send to a slow receiver wait for it.
      return (queues.known(destinationId)?.bytes ?? 0) * 4 > settings.maxBytes
    },
    release(released) {
      let isHungry = false
      for (const message of released) {
        const queue = queues.of(message.destinationId, message.event.projectId)
        queues.weigh(queue, -1, -getMessageBytes(message))
        if (queue.count === 0 && queue.pressure.failuresInARow === 0 && queue.inFlight === 0) {
          if (queue.pressure.limit <= settings.pressure.start) queues.forget(queue)
        }
        isHungry ||= queue.count * 2 < countClaimable(queue)
      }
      if (queues.isRelieved() || isHungry) ports.hungry()
    },
    room({ destinationId, projectId, limits }) {
      const queue = queues.of(destinationId, projectId)
      if (isStopped() || queues.isFull(queue)) return { room: 0, notBefore: 0 }
      const allowed = allowance(queue.pressure, ports.now())
      if (allowed === 0) return { room: 0, notBefore: queue.pressure.openUntil }
      if (queue.pressure.openUntil > 0) return { room: Math.max(0, 1 - queue.count), notBefore: 0 }
      const size = queue.count > 0 ? queue.bytes / queue.count : overheadBytes
      const fitting = queues.fitting(queue, size)
      return {
        room: Math.max(0, Math.min(fitting, countClaimable(queue, limits) - queue.count)),
        notBefore: 0,
      }
    },
  }
}
