import { keyOf, type Message } from '../message.ts'
import { createHeld } from './held.ts'
import { backInQueue, type Verdict } from './sender.ts'

/** The messages that this process is responsible for: held since their commit, or claimed from the queue. */
export interface Memory {
  /** Claimed from the queue and not recorded yet, by destination and event. */
  claimed: ReadonlySet<string>
  /** Returns the oldest event held since its commit. */
  oldestHeld(): string | undefined
  hold(message: Message): void
  forgo(messages: readonly Message[]): void
  /** Returns the claimed messages that can be sent; the others are returned to the queue or canceled. */
  claim(
    messages: readonly Message[],
    ports: {
      reserve(message: Message): boolean
      returned(message: Message, verdict: Verdict): void
    },
  ): Message[]
  /** Returns those of the recorded messages that have used room. */
  recorded(messages: Message[]): Message[]
  /** Forgets all, because others have taken over. */
  clear(): void
}

export function createMemory(): Memory {
  const held = createHeld()
  const claimed = new Set<string>()
  /** Claimed without room or destination: released without having used any room. */
  const unreserved = new Set<Message>()
  return {
    claimed,
    oldestHeld: held.oldest,
    hold: held.add,
    forgo(messages) {
      for (const message of messages) held.delete(message)
    },
    claim(messages, { reserve, returned }) {
      const taken: Message[] = []
      for (const message of messages) {
        claimed.add(keyOf(message))
        // Events are kept for a limited time only.
        const isGone = message.event.body === null
        if (!isGone && reserve(message)) taken.push(message)
        else {
          unreserved.add(message)
          returned(message, isGone ? { status: 'canceled' } : backInQueue(message, Date.now()))
        }
      }
      return taken
    },
    recorded(messages) {
      for (const message of messages) {
        if (message.fromQueue) claimed.delete(keyOf(message))
        else held.delete(message)
      }
      return unreserved.size === 0
        ? messages
        : messages.filter((message) => !unreserved.delete(message))
    },
    clear() {
      held.clear()
      claimed.clear()
    },
  }
}
