import { hash } from 'node:crypto'
import type { ProviderRecord, Connector } from '@platform/connector'
import type { ReadPlan } from '@platform/installations/integrations/read-object'

/** Maximum number of records kept to detect duplicates. */
const maxRemembered = 10_000

/**
 * Records that a read returned so close to its end that the next read returns them again, by ID. A
 * record is recognized by its time and content, because a provider with timestamps in seconds gives
 * two changes within a second the same time.
 */
export class RecentlyRead {
  readonly #marks: Map<string, string>
  #isChanged = false

  constructor(marks: Readonly<Record<string, string>> = {}) {
    this.#marks = new Map(Object.entries(marks))
  }

  get marks(): Record<string, string> {
    return Object.fromEntries(this.#marks)
  }

  /** Returns the marks if they changed since the last call: they are too many to be stored in vain. */
  takeChangedMarks(): Record<string, string> | undefined {
    if (!this.#isChanged) return undefined
    this.#isChanged = false
    return this.marks
  }

  /** Reports whether exactly this content was read before. */
  has(record: ProviderRecord): boolean {
    const known = this.#marks.get(record.id)
    return known !== undefined && known === makeMark(record)
  }

  /** Stores the record if a read since `asOf` will return it again. */
  add(record: ProviderRecord, asOf: Date | null): void {
    if (asOf === null || record.updatedTime === undefined) return
    if (Date.parse(record.updatedTime) < asOf.getTime()) return
    if (this.#marks.size >= maxRemembered && !this.#marks.has(record.id)) return
    this.#marks.set(record.id, makeMark(record))
    this.#isChanged = true
  }
}

function makeMark({ updatedTime, deleted, raw }: ProviderRecord): string {
  const content = hash('sha256', JSON.stringify(raw), 'base64url').slice(0, 16)
  return `${Date.parse(updatedTime ?? '')} ${deleted ? 'deleted' : content}`
}

const minute = 60_000

/** Returns how long a change of the object may be invisible after its modification time. */
export const findOverlapMs = (
  connector: Pick<Connector, 'overlapMs'>,
  { objectName, overlapMinutes }: Pick<ReadPlan, 'objectName' | 'overlapMinutes'>,
): number =>
  overlapMinutes === undefined
    ? (connector.overlapMs?.(objectName) ?? minute)
    : overlapMinutes * minute
