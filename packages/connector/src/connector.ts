import type { Paging } from '@platform/contract'
import type { Associating } from './associations.ts'
import type { CustomFieldWriter } from './custom-fields.ts'
import type { KnownObjects, ObjectDescription, ObjectSummary } from './objects.ts'
import type { ProviderClient } from './provider-client.ts'
import type { RateLimits } from './rate-limit.ts'
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
 * What the engine may ask of a provider. Every method throws a `ProviderError` when refused.
 *
 * Optional members are capabilities: what is not there, the provider cannot do, and the catalogue
 * reports it (`capabilitiesOf`).
 */
export interface Connector {
  provider: string
  /**
   * The value that a field name means in a record's `raw`: undefined when the record has none.
   * Takes the same names as `ReadRequest.fieldNames`. Dates with a time are RFC 3339 in UTC,
   * however the provider writes them.
   */
  fieldValue(raw: Record<string, unknown>, fieldName: string): unknown
  /**
   * How exact `updatedTime` is: two changes within it may bear the same time. One millisecond when
   * absent.
   */
  timePrecisionMs?: number
  /**
   * One page of records in ascending order of change where the provider can sort, so that a
   * restart from the last change loses nothing.
   */
  read(client: ProviderClient, request: ReadRequest): Promise<ReadPage>
  /**
   * Whether a read since a time gives what has changed of the object. Where it does not, it gives all
   * records, and who reads compares them with what they were. True when absent.
   */
  reportsModificationTimes?(objectName: string): boolean
  /**
   * Why a whole read of the object can leave out records that still exist, as a phrase: a filter or a
   * window of the list. What such a read misses is not deleted. Undefined when it leaves out nothing.
   */
  hidesRecords?(objectName: string): string | undefined
  /** Whether a description lists all fields of the object, not only those that some records have. True when absent. */
  describesAllFields?(objectName: string): boolean
  /** Whether a read with a field that is not there, or not for this user, is refused. False when absent. */
  refusesUnknownFields?: boolean
  /** Whether a path that lists may stand for an object. Nobody has tried what is read that way. */
  readsByPath?: boolean
  /** Whether `includeDeleted` is kept. */
  readsDeletions?: boolean
  /** Number of records that a read would return; undefined if the provider does not report it. */
  countRecords?(client: ProviderClient, request: CountRequest): Promise<number | undefined>
  /** The objects that the connected user can reach, in the order to show them. */
  listObjects?(client: ProviderClient): Promise<ObjectSummary[]>
  /** Objects of every account; absent if they can only be read from an account. */
  knownObjects?(): KnownObjects
  /** The object's fields as the connected user sees them. */
  describeObject(client: ProviderClient, objectName: string): Promise<ObjectDescription>
  /**
   * Reads one record with these fields, to prove before an installation is saved that all of them
   * are there and visible. Throws `bad-request` naming every bad field in `fieldNames`.
   */
  sampleRead(
    client: ProviderClient,
    request: { objectName: string; fieldNames: readonly string[] },
  ): Promise<ProviderRecord | undefined>
  /** One page of the records whose fields equal these values. */
  search?(client: ProviderClient, request: ConnectorSearch): Promise<SearchResult>
  associating?: Associating
  writing?: Writing
  customFields?: CustomFieldWriter
  subscribing?: Subscribing
  rateLimits?: RateLimits
  /** How its lists are paged, for who calls the provider without the connector. */
  paging?: Paging
}
