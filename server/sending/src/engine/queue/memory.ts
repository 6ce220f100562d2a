import {
  getMessageKey,
  type Message,
  type RecordPosition,
} from '@platform/delivery/notifications/message'
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

/** Messages that a sender has held in memory since their commit or before it. */
interface Held {
  add(message: Message): void
  delete(message: Message): void
  clear(): void
  /** Returns the lowest ID of an event among them. */
  oldest(): string | undefined
}

/** How many ended entries may accumulate before the list is rebuilt. */
const maxOver = 256

/**
 * A list instead of a set: a set with much turnover leaves one hash table after the other behind,
 * each linked to the next, so everything ever in it stays until a full garbage collection. Contains
 * positions instead of messages, so that an ended message is released immediately.
 */
export function createHeld(): Held {
  let places: RecordPosition[] = []
  let count = 0
  return {
    add(message) {
      const place = { eventId: message.event.id, isOver: false }
      message.place = place
      count++
      places.push(place)
      if (places.length > 2 * count + maxOver) places = places.filter(({ isOver }) => !isOver)
    },
    delete({ place }) {
      if (!place || place.isOver) return
      place.isOver = true
      count--
    },
    clear() {
      for (const place of places) place.isOver = true
      places = []
      count = 0
    },
    oldest() {
      let oldest: string | undefined
      for (const { isOver, eventId } of places) {
        if (!isOver && (oldest === undefined || eventId < oldest)) oldest = eventId
      }
      return oldest
    },
  }
}
