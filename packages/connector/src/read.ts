import type { Association } from '@platform/contract'

/** Associated records by the name of their object; an empty list if there are none. */
export type RecordAssociations = Record<string, Association[]>

/** A record as the provider has it. `raw` keeps the provider's own names, nesting and notation. */
export interface ProviderRecord {
  id: string
  /**
   * When the provider last changed it, by the provider's clock (RFC 3339, UTC); absent when it does
   * not say. No finer than the connector's `timePrecisionMs`.
   */
  updatedTime?: string
  /** The provider has deleted it; `raw` holds what is still known. Only with `includeDeleted`. */
  deleted?: true
  raw: Record<string, unknown>
  /** Present if an `AssociationReader` has read them. */
  associations?: RecordAssociations
}

/** Only records whose field equals the value; null means that it is empty. */
export interface FieldFilter {
  fieldName: string
  value: unknown
}

export interface ReadRequest {
  objectName: string
  /** Names of the provider's fields, nested ones by bracket notation: `$['address']['city']`. */
  fieldNames: readonly string[]
  /** Only records changed at or after this time (RFC 3339). */
  since?: string | undefined
  /** Only records changed before this time (RFC 3339). */
  until?: string | undefined
  filters?: readonly FieldFilter[]
  /**
   * Deleted records as well, marked as such. A connector whose `readsDeletions` is false throws
   * `unsupported`.
   */
  includeDeleted?: boolean | undefined
  /** What the previous page answered as `next`; JSON text that only the connector reads. */
  cursor?: string | undefined
  /**
   * A wish, not a promise. A connector that meets `too-large` asks for less by itself, as far as the
   * provider lets it, and throws only when a single record is too large.
   */
  pageSize?: number
}

export interface ReadPage {
  records: ProviderRecord[]
  /**
   * A time by the provider's clock, shortly before the read began: a later read since then misses
   * nothing that this one did not see. Present on the first page.
   */
  asOf?: string
  /** The provider's clock when it returned this page; absent if not reported. */
  providerTime?: string
  /** Where the next page begins, absent after the last. Survives a crash: it is stored as checkpoint. */
  next?: string
  /** Total number of records of the read, if the provider reports it. */
  total?: number
  /**
   * Why records may be missing from the read, as a sentence: the provider may have cut it, or the list
   * does not contain everything. Absent when the reply shows that nothing is missing.
   */
  incomplete?: string
  /** So many records were asked for, because more were too large to take in. */
  smallerPage?: number
}

export type CountRequest = Pick<ReadRequest, 'objectName' | 'since' | 'until' | 'filters'>

export interface ConnectorSearch {
  objectName: string
  fieldNames: readonly string[]
  /** All of them hold; at least one. */
  filters: readonly FieldFilter[]
  /** Maximum number of records; the provider's largest page if absent. */
  limit?: number
}

export interface SearchResult {
  records: ProviderRecord[]
  /** There are more records than these. */
  hasMore: boolean
}
