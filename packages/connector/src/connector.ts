import type { Paging } from '@platform/contract'
import type { Associating } from './associations.ts'
import type { CustomFieldWriter } from './custom-fields.ts'
import type { KnownObjects, ObjectDescription, ObjectSummary } from './objects.ts'
import type { ProviderClient, ProviderResponse } from './provider-client.ts'
import type { RateLimits } from './rate-limit.ts'
import type { FilterExpression } from './record-filter.ts'
import type {
  CountRequest,
  ProviderRecord,
  ReadPage,
  ReadRequest,
  ConnectorSearch,
  SearchResult,
} from './read.ts'
import type { Subscribing } from './subscribe.ts'
import type { Writing } from './write.ts'

/**
 * The interface between the engine and a provider. Every method throws a `ProviderError` if the
 * provider rejects the call. Optional members are capabilities: without them, the provider does not
 * support the feature, and the catalogue reports that (`getCapabilities`).
 */
export interface Connector {
  provider: string
  /**
   * Returns the value of a field in a record's `raw`; undefined if absent. Accepts the same names
   * as `ReadRequest.fieldNames`. Date-times are RFC 3339 in UTC, whatever the provider's format.
   */
  fieldValue(raw: Record<string, unknown>, fieldName: string): unknown
  /**
   * Recognizes replies that reject the credential without a status for it, such as by a code. The client
   * then refreshes the credential and retries once.
   */
  refusesCredential?(response: ProviderResponse): boolean
  /**
   * Precision of `updatedTime`: two changes within it may have the same time. Default: one
   * millisecond.
   */
  timePrecisionMs?: number
  /**
   * How long a change may be invisible after its modification time: consecutive reads overlap by this
   * time. Default: one minute.
   */
  overlapMs?(objectName: string): number
  /**
   * Reads one page of records, in ascending order of change if the provider can sort, so that a
   * restart from the last change loses nothing.
   */
  read(client: ProviderClient, request: ReadRequest): Promise<ReadPage>
  /**
   * Reports whether a read since a time returns the changed records. If not, it returns all
   * records, and the caller compares them with a snapshot. Default: true.
   */
  reportsModificationTimes?(objectName: string): boolean
  /**
   * Returns why a complete read of the object may omit existing records, as a phrase: a filter or
   * time window of the list. Records missing from such a read are not treated as deleted. Undefined
   * if it omits nothing.
   */
  hidesRecords?(objectName: string): string | undefined
  /**
   * Reports whether a description lists all fields of the object, not only those that some records
   * have. Default: true.
   */
  describesAllFields?(objectName: string): boolean
  /** Whether a read with an unknown or invisible field is rejected. Default: false. */
  refusesUnknownFields?: boolean
  /** Whether the path of a list can be used as an object. Such reads are untested. */
  readsByPath?: boolean
  /**
   * Reports whether a read starts a job at the provider, such as an export, so that no page is
   * requested only for its time. Default: false.
   */
  readsByJob?(objectName: string): boolean
  /** Whether `includeDeleted` is supported. */
  readsDeletions?: boolean
  /**
   * Returns the part of a filter that reads ask the provider for, as far as known without an account:
   * fields may turn out not to be filterable. Default: none.
   */
  narrow?(objectName: string, filter: FilterExpression): FilterExpression | undefined
  /** Number of records that a read would return; undefined if the provider does not report it. */
  countRecords?(client: ProviderClient, request: CountRequest): Promise<number | undefined>
  /** Returns the objects that the connected user can access, in display order. */
  listObjects?(client: ProviderClient): Promise<ObjectSummary[]>
  /** Returns objects that every account has; absent if they can only be read from an account. */
  knownObjects?(): KnownObjects
  /** Returns the object's fields as visible to the connected user. */
  describeObject(client: ProviderClient, objectName: string): Promise<ObjectDescription>
  /**
   * Reads one record with these fields, to verify before an installation is saved that all of them
   * exist and are visible. Throws `bad-request` with every invalid field in `fieldNames`.
   */
  sampleRead(
    client: ProviderClient,
    request: { objectName: string; fieldNames: readonly string[] },
  ): Promise<ProviderRecord | undefined>
  /** Returns one page of the records with these field values. */
  search?(client: ProviderClient, request: ConnectorSearch): Promise<SearchResult>
  associating?: Associating
  writing?: Writing
  customFields?: CustomFieldWriter
  subscribing?: Subscribing
  rateLimits?: RateLimits
  /** Paging of its lists, for calls without the connector. */
  paging?: Paging
}
