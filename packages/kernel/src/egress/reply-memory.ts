import { FairSlots, type FairSlot, type SlotTenant } from '../admission/fair-slots.ts'

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

/** Replies up to this size are only limited by the number of connections. */
const freeBytes = 64 * 1024
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

/**
 * Limits the memory of all replies of a process, and divides it among organizations and projects.
 * Every size of replies has its own part. A reply that turns out to be larger gets memory of the
 * larger size before it releases its own: those of the largest size never wait for more, so replies
 * cannot wait for each other.
 */
export class ReplyMemory {
  private readonly parts: readonly { maxBytes: number; slots: FairSlots }[]
  private readonly patienceMs: number

  constructor({ bytes, patienceMs }: { bytes: number; patienceMs: number }) {
    this.patienceMs = patienceMs
    this.parts = sizes.map((maxBytes) => {
      const slots = Math.max(minSlots, Math.floor(bytes / sizes.length / maxBytes))
      return { maxBytes, slots: new FairSlots({ slots }) }
    })
  }

  open(tenant: SlotTenant, origin: string): ReplyRoom {
    let held: FairSlot | undefined
    let heldPart = -1
    return {
      grow: async (bytes) => {
        if (bytes <= freeBytes) return
        const found = this.parts.findIndex(({ maxBytes }) => bytes <= maxBytes)
        const part = found < 0 ? this.parts.length - 1 : found
        if (part <= heldPart) return
        const slot = await this.acquire(part, tenant, origin)
        held?.release()
        held = slot
        heldPart = part
      },
      release() {
        held?.release()
        held = undefined
      },
    }
  }

  private acquire(part: number, tenant: SlotTenant, origin: string): Promise<FairSlot> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const stopWaiting = this.parts[part]!.slots.enter(tenant, (slot) => {
        clearTimeout(timer)
        resolve(slot)
      })
      if (!stopWaiting) return
      timer = setTimeout(() => {
        stopWaiting()
        reject(new NoFreeMemoryError(origin))
      }, this.patienceMs)
    })
  }
}
