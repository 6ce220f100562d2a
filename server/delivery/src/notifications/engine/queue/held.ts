import type { Message, RecordPosition } from '../../message.ts'

/** Messages that a sender has held in memory since their commit or before it. */
export interface Held {
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
