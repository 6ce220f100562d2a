import { must } from '@platform/kernel/values'

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
