import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReceivingRoom } from './reply-memory.ts'

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
