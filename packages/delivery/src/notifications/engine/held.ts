import type { Message, RecordPosition } from '../message.ts'

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
 * with a way to the next, and so all that ever was in it until the whole heap is collected. It is of
 * places, and not of messages: a message that has ended is released at once.
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
      if (places.length > 2 * count + mostOver) places = places.filter(({ isOver }) => !isOver)
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
