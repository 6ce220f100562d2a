import type { Message } from '../message.ts'

/** The messages that a sender has had since their commit, or since before it. */
export interface Held {
  add(message: Message): void
  delete(message: Message): void
  clear(): void
  /** The lowest ID of an event among them. */
  oldest(): string | undefined
}

/** So many may be over before the list is made anew. */
const mostOver = 256

/**
 * A list, and no set: a set that much passes through leaves one table after the other behind, each
 * with a way to the next, and so all that ever was in it until the whole heap is collected.
 */
export function createHeld(): Held {
  let messages: Message[] = []
  let count = 0
  return {
    add(message) {
      message.isHeld = true
      count++
      messages.push(message)
      if (messages.length > 2 * count + mostOver) messages = messages.filter(({ isHeld }) => isHeld)
    },
    delete(message) {
      if (!message.isHeld) return
      message.isHeld = false
      count--
    },
    clear() {
      for (const message of messages) message.isHeld = false
      messages = []
      count = 0
    },
    oldest() {
      let oldest: string | undefined
      for (const { isHeld, event } of messages) {
        if (isHeld && (oldest === undefined || event.id < oldest)) oldest = event.id
      }
      return oldest
    },
  }
}
