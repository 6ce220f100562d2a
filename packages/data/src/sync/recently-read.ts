import { createHash } from 'node:crypto'
import type { ProviderRecord } from '@platform/connector'

/** Maximum number of records kept to detect duplicates. */
const maxRemembered = 5_000

/**
 * The records that a read met so near its end that the next one meets them again, by ID.
 *
 * A record is known by its time and by what was read of it. Its time alone would not do: a provider
 * that stamps seconds stamps two changes within one alike.
 */
export class RecentlyRead {
  readonly #marks: Map<string, string>

  constructor(marks: Readonly<Record<string, string>> = {}) {
    this.#marks = new Map(Object.entries(marks))
  }

  get marks(): Record<string, string> {
    return Object.fromEntries(this.#marks)
  }

  /** Whether exactly this was read before. */
  has(record: ProviderRecord): boolean {
    const known = this.#marks.get(record.id)
    return known !== undefined && known === markOf(record)
  }

  /** Remembers the record when a read since `asOf` meets it again. */
  add(record: ProviderRecord, asOf: Date | null): void {
    if (asOf === null || record.updatedTime === undefined) return
    if (Date.parse(record.updatedTime) < asOf.getTime()) return
    if (this.#marks.size >= maxRemembered && !this.#marks.has(record.id)) return
    this.#marks.set(record.id, markOf(record))
  }
}

function markOf({ updatedTime, deleted, raw }: ProviderRecord): string {
  const content = createHash('sha256').update(JSON.stringify(raw)).digest('base64url').slice(0, 16)
  return `${Date.parse(updatedTime ?? '')} ${deleted ? 'deleted' : content}`
}
