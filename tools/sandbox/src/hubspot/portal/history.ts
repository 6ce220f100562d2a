import type { Value } from '../../records/table.ts'
import { formatProperty } from './format.ts'
import type { PortalProperty } from './properties.ts'

interface Revision {
  value: Value
  at: number
  byUser?: boolean
}

/** Values of every written property, newest last. */
export class PropertyHistory {
  readonly #revisions = new Map<string, Revision[]>()

  /** Stores the value before the first change, unless one is known. */
  begin(object: { name: string }, index: number, property: PortalProperty, first: Revision): void {
    const key = toHistoryKey(object, index, property)
    if (!this.#revisions.has(key)) this.#revisions.set(key, [first])
  }

  add(object: { name: string }, index: number, property: PortalProperty, revision: Revision): void {
    const key = toHistoryKey(object, index, property)
    this.#revisions.set(key, [...(this.#revisions.get(key) ?? []), revision].slice(-maxRevisions))
  }

  /**
   * Returns the values in the format of the API, newest first; `now` is the value if nobody changed
   * it.
   */
  list(object: { name: string }, index: number, property: PortalProperty, now: Revision) {
    const revisions = this.#revisions.get(toHistoryKey(object, index, property)) ?? [now]
    return revisions.toReversed().map(({ value, at, byUser = false }) => ({
      value: formatProperty(property, value) ?? '',
      timestamp: new Date(at).toISOString(),
      sourceType: byUser ? 'CRM_UI' : 'INTEGRATION',
    }))
  }
}

const maxRevisions = 20

const toHistoryKey = ({ name }: { name: string }, index: number, property: PortalProperty) =>
  `${name} ${index} ${property.name}`
