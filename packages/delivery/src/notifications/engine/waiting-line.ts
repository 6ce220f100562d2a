import { must } from '@platform/kernel/values/must'

/** What waits, in the order in which it came. What is taken is let go of at once: it may be large. */
export class WaitingLine<Item> {
  /** Those who came first, the very first at the end, where an array gives up an item at no cost. */
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

  /** Takes as many from the front, or all that there are. */
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
