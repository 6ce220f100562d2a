import type { FieldMetadata } from '@platform/contract'

/** A request to the provider. The client adds the credential, the base URL and the retry after a 401. */
export interface ProviderRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the connection's base URL, or absolute on the same host. */
  path: string
  query?: Record<string, string | number | readonly string[] | undefined>
  headers?: Record<string, string>
  /** Sent as JSON unless it is a string. */
  body?: unknown
}

export interface ProviderResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Parsed when the provider says JSON, else the text. */
  body: unknown
}

/**
 * The HTTP client that the engine hands to a connector: authenticated as one connection, guarded
 * against foreign addresses, counted against the provider's budget. It answers any status;
 * `unavailable` is thrown as a `ProviderError` when there is no answer at all.
 */
export interface ProviderClient {
  request(request: ProviderRequest): Promise<ProviderResponse>
  /** Values of the connection: inputs of the end user and fields captured from the token reply. */
  readonly metadata: Readonly<Record<string, string>>
}

/** A record as the provider has it. `raw` keeps the provider's own names and nesting. */
export interface ProviderRecord {
  id: string
  /** When the provider last changed it, by the provider's clock; absent when it does not say. */
  updatedTime?: string
  raw: Record<string, unknown>
}

export interface ReadRequest {
  objectName: string
  /** Names of the provider's fields, nested ones by bracket notation: `$['address']['city']`. */
  fieldNames: readonly string[]
  /** Only records changed at or after this time (RFC 3339). */
  since?: string | undefined
  /** Only records changed before this time (RFC 3339). */
  until?: string | undefined
  /** Only records whose fields equal these values. */
  filters?: readonly { fieldName: string; value: unknown }[]
  /** What the previous page answered as `next`; JSON text that only the connector reads. */
  cursor?: string | undefined
  /** A wish, not a promise. */
  pageSize?: number
}

export interface ReadPage {
  records: ProviderRecord[]
  /**
   * A time by the provider's clock, shortly before the read began: a later read since then misses
   * nothing that this one did not see. Present on the first page.
   */
  asOf?: string
  /** Where the next page begins, absent after the last. Survives a crash: it is stored as checkpoint. */
  next?: string
  /** How many records the whole read will have, when the provider tells. */
  total?: number
}

export interface ObjectDescription {
  objectName: string
  displayName: string
  fields: Record<string, FieldMetadata>
}

/** What the engine may ask of a provider. Every method throws a `ProviderError` when refused. */
export interface Connector {
  provider: string
  /**
   * The value that a field name means in a record's `raw`: undefined when the record has none.
   * Takes the same names as `ReadRequest.fieldNames`.
   */
  fieldValue(raw: Record<string, unknown>, fieldName: string): unknown
  /**
   * One page of records in ascending order of change where the provider can sort, so that a
   * restart from the last change loses nothing.
   */
  read(client: ProviderClient, request: ReadRequest): Promise<ReadPage>
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
}
