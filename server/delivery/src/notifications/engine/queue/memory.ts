import { getMessageKey, type Message } from '../../message.ts'
import { createHeld } from './held.ts'
import type { ClaimedMessage } from './hot-store.ts'
import { backInQueue, type Verdict } from '../sending/sender.ts'
import { getNowMs } from '@platform/kernel/values'

/** The messages that this process is responsible for: held since their commit, or claimed from the queue. */
export interface Memory {
  /** Claimed from the queue and not recorded yet, by destination and event. */
  claimed: ReadonlySet<string>
  /** Returns the oldest event held since its commit. */
  oldestHeld(): string | undefined
  hold(message: Message): void
  skipReservation(messages: readonly Message[]): void
  /** Returns the claimed messages that can be sent; the others are returned to the queue or canceled. */
  claim(
    messages: readonly ClaimedMessage[],
    ports: {
      reserve(message: Message): boolean
      returned(message: ClaimedMessage, verdict: Verdict): void
    },
  ): Message[]
  /** Keeps claimed messages until their bodies are read; `claim` or `release` follows. */
  expect(messages: readonly ClaimedMessage[]): void
  /** Gives up a claimed message that has used no room. */
  release(message: ClaimedMessage): void
  /** Returns those of the recorded messages that have used room. */
  recorded(messages: ClaimedMessage[]): Message[]
  /** Forgets all, because others have taken over. */
  clear(): void
}

export function createMemory(): Memory {
  const held = createHeld()
  const claimed = new Set<string>()
  /** Claimed without room or destination: released without having used any room. */
  const unreserved = new Set<ClaimedMessage>()
  const hasRoom = (message: ClaimedMessage): message is Message => !unreserved.delete(message)
  return {
    claimed,
    oldestHeld: held.oldest,
    hold: held.add,
    skipReservation(messages) {
      for (const message of messages) held.delete(message)
    },
    claim(messages, { reserve, returned }) {
      const taken: Message[] = []
      for (const message of messages) {
        claimed.add(getMessageKey(message))
        // Events are kept for a limited time only.
        const isThere = hasBody(message)
        if (isThere && reserve(message)) taken.push(message)
        else {
          unreserved.add(message)
          returned(message, isThere ? backInQueue(message, getNowMs()) : { status: 'canceled' })
        }
      }
      return taken
    },
    expect(messages) {
      for (const message of messages) claimed.add(getMessageKey(message))
    },
    release(message) {
      unreserved.add(message)
    },
    recorded(messages) {
      for (const message of messages) {
        if (message.fromQueue) claimed.delete(getMessageKey(message))
        else held.delete(message as Message)
      }
      return unreserved.size === 0 ? (messages as Message[]) : messages.filter(hasRoom)
    },
    clear() {
      held.clear()
      claimed.clear()
    },
  }
}

const hasBody = (message: ClaimedMessage): message is Message => message.event.body !== null
