import type { MessageRecord } from '@platformatic/kafka'
import { must } from '@platform/kernel/values'
import { acceptEntry } from '../batches.ts'
import type { Failure, Outcome } from '../outcome.ts'
import type { PartitionError } from './failures.ts'

/** Topics accept 1 MiB per partition and request by default, with about 100 bytes of its own. */
const maxPartBytes = 1_000_000
const maxTries = 4
const retryAfterMs = 100

/** A message with its partition. */
export interface KafkaEntry {
  index: number
  record: MessageRecord
  partition: number
  bytes: number
}

/** Messages of one partition in one request. */
export interface PartitionPart {
  partition: number
  entries: readonly KafkaEntry[]
}

/**
 * Sends messages, those of each partition in order and in parts that a request may have. A part that
 * fails for one of its messages is divided until only that one fails; one that fails for good fails
 * what comes after it in its partition. A temporary failure is tried again with the same messages,
 * which brokers then recognize. Resolves to the outcomes by index.
 */
export async function sendByPartition(
  entries: readonly KafkaEntry[],
  {
    send,
    wait,
    describe,
  }: {
    /** Resolves to the error of each part, in order. */
    send: (parts: readonly PartitionPart[]) => Promise<(PartitionError | undefined)[]>
    wait: (ms: number) => Promise<unknown>
    describe: (error: unknown) => Failure
  },
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const queues = [...Map.groupBy(entries, ({ partition }) => partition).values()].map(
    (its) => new PartitionQueue(its),
  )
  const settle = (its: readonly KafkaEntry[], outcome: Outcome) => {
    for (const { index } of its) outcomes.set(index, outcome)
  }
  try {
    for (;;) {
      const active = queues.filter(({ isEmpty }) => !isEmpty)
      if (active.length === 0) break
      const errors = await send(active.map((queue) => queue.part))
      for (const [index, queue] of active.entries()) {
        const { settled, outcome } = queue.answer(errors[index])
        settle(settled, outcome)
      }
      const tries = Math.max(0, ...queues.map((queue) => queue.tries))
      if (tries > 0) await wait(retryAfterMs * 2 ** tries)
    }
  } catch (error) {
    const failure = describe(error)
    for (const queue of queues) settle(queue.rest, failure)
  }
  return outcomes
}

const accepted = (partition: number) => acceptEntry({ partition })

class PartitionQueue {
  rest: readonly KafkaEntry[]
  /** How often the part failed for a while. */
  tries = 0
  #maxEntries = Infinity

  constructor(entries: readonly KafkaEntry[]) {
    this.rest = entries
  }

  get isEmpty(): boolean {
    return this.rest.length === 0
  }

  get part(): PartitionPart {
    let bytes = 0
    let count = 0
    for (const entry of this.rest) {
      bytes += entry.bytes
      if (count > 0 && (bytes > maxPartBytes || count >= this.#maxEntries)) break
      count++
    }
    return {
      partition: must(this.rest[0], 'message').partition,
      entries: this.rest.slice(0, count),
    }
  }

  /** Takes the answer to the part; returns what is now known. */
  answer(error: PartitionError | undefined): { settled: readonly KafkaEntry[]; outcome: Outcome } {
    const { partition, entries } = this.part
    if (!error) return this.#take(entries.length, accepted(partition))
    if (error.isTemporary && ++this.tries < maxTries) return this.#take(0, error.failure)
    if (!error.isOfSomeMessages) return this.#take(this.rest.length, error.failure)
    if (entries.length === 1) return this.#take(1, error.failure)
    this.#maxEntries = Math.floor(entries.length / 2)
    return this.#take(0, error.failure)
  }

  #take(count: number, outcome: Outcome) {
    const settled = this.rest.slice(0, count)
    this.rest = this.rest.slice(count)
    if (count > 0) {
      this.tries = 0
      this.#maxEntries = Infinity
    }
    return { settled, outcome }
  }
}
