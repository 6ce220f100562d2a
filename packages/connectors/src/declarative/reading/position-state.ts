import type { ProviderResponse } from '@platform/connector'
import type { Lap } from '../../lap.ts'
import type { PageEnvelope } from './envelope-drift.ts'

/** Position of a read, with which the next page is requested. Stored as the read's checkpoint. */
export interface Position {
  /**
   * A cursor, a URL, an offset, a page number or the last record's ID; absent for the first page.
   */
  at?: string | number
  /** Page size, if the position depends on it or it was reduced. */
  size?: number
  /** The previous position, to detect a provider that repeats it. */
  seen?: string
  /** The first page with records, to detect a provider that begins anew. */
  first?: string
  /** Number of pages read before this one. */
  pages?: number
  /** Number of their records; absent if a previous version began the read. */
  found?: number
  /** Number of the current piece, if the list is read in pieces. */
  piece?: number
  /** Lowest total that a page has reported. */
  total?: number
  /** Number of consecutive empty pages. */
  empty?: number
  /** The last records of the previous page, which this one repeats, to detect shifts. */
  tail?: string[]
  /** How often they were missing. */
  lost?: number
  /** Reference position for cycle detection (Brent's algorithm). */
  mark?: string
  steps?: number
  lap?: number
  /** State of the search for a cycle by the records of the pages. */
  contents?: Lap
  /** Number of records of the whole list by the last page that reported it. */
  counted?: number
  /** Number of the last page by the last page that reported it. */
  lastPage?: number
  /** Hashes of the last records of the previous page. */
  latest?: string[]
  /** Members of the first page besides its list. */
  envelope?: PageEnvelope
  /** Why later records may have moved to pages that were read before. */
  moved?: string
  /** A full page had IDs in no order, and whether a list that is continued at an ID has placed records. */
  unsorted?: true
  isPlaced?: true
  /** Time of the last record of the previous page (ms), if the list is requested newest first. */
  lastTime?: number
  /** Whether it has another order. */
  isUnordered?: true
  /** The page before this one may have been the last: only its size indicates that. */
  short?: true
  /** The page before this one said that there are more. */
  more?: true
}

/** A received page. */
export interface Arrived {
  response: ProviderResponse
  /** All records of the page, including those of the previous one. */
  records: readonly { id: string; raw?: Readonly<Record<string, unknown>> }[]
  /** Number of items of the page, including those that are no records. */
  items?: number
  /** Number of new records. */
  fresh?: number
  /** Requested page size; undefined if the entry declares none. */
  size: number | undefined
  /** Total number of records, if the page reports it. */
  total?: number | undefined
  /** That number if the entry does not declare it, but the reply has it. */
  counted?: number | undefined
  envelope?: PageEnvelope | undefined
}
