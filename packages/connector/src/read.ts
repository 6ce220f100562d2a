import type { Association } from '@platform/contract'
import type { FilterExpression } from './record-filter.ts'

/** Associated records by the name of their object; an empty list if there are none. */
export type RecordAssociations = Record<string, Association[]>

/** Values that reading a record requires in addition to its ID, such as those of its parent. */
export type RecordLocator = Readonly<Record<string, string>>

/** A record in the provider's format: `raw` has the provider's names, nesting and notation. */
export interface ProviderRecord {
  id: string
  /**
   * Time of the last change by the provider's clock (RFC 3339, UTC), if reported. Not more precise
   * than the connector's `timePrecisionMs`.
   */
  updatedTime?: string
  /**
   * The provider has deleted it; `raw` contains the remaining values. Only with `includeDeleted`.
   */
  deleted?: true
  raw: Record<string, unknown>
  /** Present if the record cannot be read again by its ID alone. */
  locator?: RecordLocator
  /** Present if an `AssociationReader` has read them. */
  associations?: RecordAssociations
}

/** Matches records with this field value; null means empty. */
export interface FieldFilter {
  fieldName: string
  value: unknown
}

export interface ReadRequest {
  objectName: string
  /** The provider's field names, nested ones in bracket notation: `$['address']['city']`. */
  fieldNames: readonly string[]
  /** Only records changed at or after this time (RFC 3339). */
  since?: string | undefined
  /** Only records changed before this time (RFC 3339). */
  until?: string | undefined
  filters?: readonly FieldFilter[]
  /**
   * Which records are of interest. A page contains all that match, and may contain others: the caller
   * checks. Deleted records are returned whether they match or not.
   */
  filter?: FilterExpression | undefined
  /**
   * Includes deleted records, marked as such. A connector without `readsDeletions` throws
   * `unsupported`.
   */
  includeDeleted?: boolean | undefined
  /**
   * How far `asOf` lies before the first reply. Default: the connector's `overlapMs`.
   */
  overlapMs?: number | undefined
  /** `next` of the previous page; JSON that only the connector interprets. */
  cursor?: string | undefined
  /**
   * Preferred page size. After `too-large`, a connector reduces it as far as the provider allows,
   * and throws only if a single record is too large.
   */
  pageSize?: number
}

export interface ReadPage {
  records: ProviderRecord[]
  /**
   * A time by the provider's clock before the read began, earlier by the overlap: a later read since
   * then misses nothing that this one did not see. Present on the first page.
   */
  asOf?: string
  /** The provider's time when it returned this page; absent if not reported. */
  providerTime?: string
  /** Position of the next page, absent after the last. Stored as checkpoint. */
  next?: string
  /** The provider is preparing the next page, which can be requested after this time. */
  waitMs?: number
  /** Total number of records of the read, if the provider reports it. */
  total?: number
  /**
   * Why records may be missing from the read, as a sentence: the provider may have truncated it, or
   * the list is incomplete. Absent if the reply shows that it is complete.
   */
  incomplete?: string
  /** Something to log about the read, as a sentence. */
  notice?: string
  /** Number of items of the page that are no records with an ID, and were left out. */
  unreadable?: number
  /** IDs of records of the page that cannot be read as they are, and were left out. */
  leftOut?: readonly string[]
  /** Why they were left out, as a sentence. */
  leftOutBecause?: string
  /** The reduced page size, if larger pages were too large. */
  smallerPage?: number
}

export type CountRequest = Pick<
  ReadRequest,
  'objectName' | 'since' | 'until' | 'filters' | 'filter'
>

export interface ConnectorSearch {
  objectName: string
  fieldNames: readonly string[]
  /** All of them must match; at least one. */
  filters: readonly FieldFilter[]
  /** Maximum number of records; the provider's largest page if absent. */
  limit?: number
}

export interface SearchResult {
  records: ProviderRecord[]
  /** Whether there are more records. */
  hasMore: boolean
}
