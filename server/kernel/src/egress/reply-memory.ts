import { FairSlots, type FairSlot, type SlotTenant } from '../admission/fair-slots.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

/** When to repeat a request whose reply found no memory. */
const retryAfterMs = 5_000

/** The process holds too many large replies; the rest of this one was not read. */
export class NoFreeMemoryError extends Error {
  override name = 'NoFreeMemoryError'
  readonly code = 'ENOMEMORYSLOT'
  readonly retryAfterMs = retryAfterMs

  constructor(origin: string) {
    super(`The reply of ${origin} was not read: too many large replies are in memory.`)
  }
}

/** Others waited for the memory of a reply that arrived slowly; the rest of it was not read. */
export class TooSlowError extends NoFreeMemoryError {
  constructor(origin: string) {
    super(origin)
    this.message = `The reply of ${origin} arrived too slowly, while others waited for its memory.`
  }
}

/** Replies up to this size are only limited by the number of connections. */
export const freeBytes = 64 * 1024
/** Sizes of replies that share memory with each other. Larger ones count as of the last size. */
const sizes = [512 * 1024, 2 * 1024 ** 2, 8 * 1024 ** 2]

/** So that an organization leaves one to others. */
const minSlots = 4

/** Memory that a reply occupies until it is released. */
export interface ReplyRoom {
  /**
   * Waits until this number of bytes of the reply may be in memory.
   * @throws NoFreeMemoryError after too long a wait
   */
  grow(bytes: number): Promise<void>
  release(): void
}

/** Memory of a reply that still arrives. */
export interface ReceivingRoom extends ReplyRoom {
  /** Sets what ends a reply that arrives too slowly. Until then, it is not ended. */
  receive(cutOff: (error: TooSlowError) => void): void
  /** Counts bytes that have arrived. */
  arrive(bytes: number): void
  /** Everything has arrived: the memory is kept until it is released. */
  complete(): void
  /** Size of the reply up to which it does not grow. */
  readonly heldBytes: number
}

/** A reply in memory that still arrives. */
interface Receiving {
  since: number
  bytes: number
  /** What had arrived at the last two looks, between which its speed is measured. */
  former: { at: number; bytes: number }
  last: { at: number; bytes: number }
  cutOff: () => void
}

interface Part {
  maxBytes: number
  slots: FairSlots
  receiving: Set<Receiving>
  cutOffAt: number
}

/**
 * Limits the memory of all replies of a process, and divides it among organizations and projects.
 * Every size of replies has its own part. A reply that turns out to be larger gets memory of the
 * larger size before it releases its own: those of the largest size never wait for more, so replies
 * cannot wait for each other. While others wait, the slowest of those that arrive more slowly than
 * their part in two times `slowAfterMs` is cut off: who sends drop by drop keeps nobody waiting.
 */
export class ReplyMemory {
  private readonly parts: readonly Part[]
  private readonly patienceMs: number
  private readonly slowAfterMs: number

  constructor({
    bytes,
    patienceMs,
    slowAfterMs = 5_000,
  }: {
    bytes: number
    patienceMs: number
    slowAfterMs?: number | undefined
  }) {
    this.patienceMs = patienceMs
    this.slowAfterMs = slowAfterMs
    this.parts = sizes.map((maxBytes) => {
      const slots = Math.max(minSlots, Math.floor(bytes / sizes.length / maxBytes))
      return {
        maxBytes,
        slots: new FairSlots({ slots }),
        receiving: new Set(),
        cutOffAt: -Infinity,
      }
    })
  }

  open(tenant: SlotTenant, origin: string): ReceivingRoom {
    let held: FairSlot | undefined
    let heldPart = -1
    let cutOff: (() => void) | undefined
    let receiving: Receiving | undefined
    const stopReceiving = () => {
      if (receiving) this.parts[heldPart]?.receiving.delete(receiving)
      receiving = undefined
    }
    const startReceiving = () => {
      if (!cutOff || !held) return
      const since = performance.now()
      const start = { at: since, bytes: 0 }
      receiving = { since, bytes: 0, former: start, last: start, cutOff }
      this.parts[heldPart]!.receiving.add(receiving)
    }
    const { parts } = this
    return {
      receive(end) {
        cutOff = () => {
          stopReceiving()
          end(new TooSlowError(origin))
        }
        startReceiving()
      },
      arrive(bytes) {
        if (receiving) receiving.bytes += bytes
      },
      complete() {
        cutOff = undefined
        stopReceiving()
      },
      grow: async (bytes) => {
        if (bytes <= freeBytes) return
        const found = this.parts.findIndex(({ maxBytes }) => bytes <= maxBytes)
        const part = found < 0 ? this.parts.length - 1 : found
        if (part <= heldPart) return
        // Nothing arrives while it waits.
        stopReceiving()
        const slot = await this.acquire(part, tenant, origin)
        held?.release()
        held = slot
        heldPart = part
        startReceiving()
      },
      get heldBytes() {
        return parts[heldPart]?.maxBytes ?? 0
      },
      release() {
        stopReceiving()
        held?.release()
        held = undefined
        heldPart = -1
      },
    }
  }

  private async acquire(index: number, tenant: SlotTenant, origin: string): Promise<FairSlot> {
    const part = this.parts[index]!
    const free = part.slots.tryAcquire(tenant)
    if (free) return free
    const watch = setInterval(() => this.cutOffSlowest(part), this.slowAfterMs / 2)
    try {
      return await part.slots.acquire(tenant, {
        patienceMs: this.patienceMs,
        makeError: () => new NoFreeMemoryError(origin),
      })
    } finally {
      clearInterval(watch)
    }
  }

  /** One at a time, however many wait: the next is chosen when its memory has been given away. */
  private cutOffSlowest(part: Part): void {
    const now = performance.now()
    const leastPerMs = part.maxBytes / (2 * this.slowAfterMs)
    let slowest: { receiving: Receiving; perMs: number } | undefined
    for (const receiving of part.receiving) {
      if (now - receiving.last.at > this.slowAfterMs / 3) {
        receiving.former = receiving.last
        receiving.last = { at: now, bytes: receiving.bytes }
      }
      const { at, bytes } = receiving.former
      const perMs = (receiving.bytes - bytes) / (now - at)
      if (now - receiving.since < this.slowAfterMs || perMs >= leastPerMs) continue
      if (!slowest || perMs < slowest.perMs) slowest = { receiving, perMs }
    }
    if (!slowest || now - part.cutOffAt < this.slowAfterMs / 4) return
    part.cutOffAt = now
    slowest.receiving.cutOff()
  }
}

const current = new AsyncLocalStorage<ReplyScope>()

/** Returns the scope of the work that sends a request. */
export const getReplyScope = (): ReplyScope | undefined => current.getStore()

/**
 * Work that uses the replies of its requests after they have been parsed: the memory of the largest is
 * held until the work ends. Its next reply uses the same memory, so that it never waits for what it
 * holds itself.
 */
export class ReplyScope {
  private kept: ReceivingRoom | undefined
  private requests = 0
  private isEnded = false

  /** Does work, and what it starts, in this scope. */
  run<Done>(work: () => Done): Done {
    return current.run(this, work)
  }

  /** Returns the memory that is held, or opens another. Every request that takes one gives it back. */
  take(open: () => ReceivingRoom): ReceivingRoom {
    const room = this.kept ?? open()
    this.kept = undefined
    this.requests++
    return room
  }

  /** While other requests need memory, none is held. */
  giveBack(room: ReceivingRoom): void {
    this.requests--
    if (this.isEnded || this.requests > 0 || room.heldBytes === 0) room.release()
    else this.kept = room
  }

  end(): void {
    this.isEnded = true
    this.kept?.release()
    this.kept = undefined
  }
}
