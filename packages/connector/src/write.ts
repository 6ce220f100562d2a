import type { ProviderClient } from './provider-client.ts'
import type { ProviderError } from './provider-error.ts'
import type { ProviderRecord } from './read.ts'

/** `upsert` creates, or updates the record that has the key. Deletion uses the ID. */
export type WriteType = 'create' | 'update' | 'upsert' | 'delete'

/** An association with an existing record. */
export interface WriteAssociation {
  to: {
    id: string
    /** Required if the provider cannot determine the object of the ID. */
    objectName?: string
  }
  /** Labels of the association, for providers with labels; defaults to the provider's. */
  types?: readonly { associationCategory: string; associationTypeId: number }[]
  /** Field of the association, for providers whose associations are fields. */
  fieldName?: string
}

export interface WriteRecord {
  /** The record to update or to delete. */
  id?: string
  /** By the provider's names; nested ones in bracket notation. Empty for a deletion. */
  fields: Readonly<Record<string, unknown>>
  /** Fields that an update writes only if the record has no value yet. */
  ifEmpty?: readonly string[]
  associations?: readonly WriteAssociation[]
  /** Identifies the record in retries: a provider that supports such keys creates it once. */
  idempotencyKey?: string
}

export interface ConnectorWrite {
  objectName: string
  type: WriteType
  /** One or more, up to the connector's `batchSizes`. */
  records: readonly WriteRecord[]
  /** Key field of an upsert; each record has a value for it. */
  keyFieldName?: string
  /** Whether either all records are written or none. */
  allOrNone?: boolean
  /**
   * Additional headers, such as those that disable duplicate rules. Throws `bad-request` for a
   * header that callers may not set.
   */
  headers?: Readonly<Record<string, string>>
  /** Named in events of the changes, if the provider can. */
  origin?: string
}

/** Outcome of one record. */
export type ConnectorWriteResult =
  | {
      success: true
      recordId?: string
      /** False if an upsert found the record. */
      created?: boolean
      /** The record as returned by the provider, if it is. */
      data?: Record<string, unknown>
      /** Parts that were not done as requested, as sentences, such as a rejected association. */
      warnings?: readonly string[]
    }
  | {
      success: false
      /** `isOutcomeUnknown` is set if the record may have been written anyway. */
      error: ProviderError
    }

/** Records of an object that the connected user has recently created. */
export interface CreatedRecords {
  /** `createdTime` is RFC 3339 by the provider's clock. */
  records: (ProviderRecord & { createdTime: string })[]
  /** Whether there are more records. */
  hasMore: boolean
  /** Time by the provider's clock until which the list is complete (RFC 3339). */
  asOf: string
}

export interface CreatedRequest {
  objectName: string
  fieldNames: readonly string[]
  /** Start of the period, relative to now: the provider's clock may differ from ours. */
  sinceMsAgo: number
  /** End of the period; now if negative. */
  untilMsAgo: number
}

/** How to determine the outcome of a create whose reply was lost. */
export interface FindingCreated {
  find(client: ProviderClient, request: CreatedRequest): Promise<CreatedRecords>
  /**
   * How long after it was sent the provider may still execute a create; after that, a list without
   * the record proves that it was not created. Absent if a list proves nothing.
   */
  settlesWithinMs?: number
}

export interface Writing {
  /** Types supported at all; single objects may support fewer. */
  types: readonly WriteType[]
  /** Maximum number of records per call, by type. */
  batchSizes: Readonly<Partial<Record<WriteType, number>>>
  /**
   * Types that support all-or-none; `unsupported` is thrown for others before anything is written.
   */
  allOrNone: readonly WriteType[]
  /** Whether `associations` are supported; if not, they throw `unsupported`. */
  associations: boolean
  /**
   * Writes the records and returns one result each, in order. Throws only if the whole request was
   * rejected for one reason: credentials, an unknown object, an outage. If it may have been
   * executed without a reply, the error's `isOutcomeUnknown` is set; updates, upserts and deletions
   * may then be repeated.
   */
  write(client: ProviderClient, request: ConnectorWrite): Promise<ConnectorWriteResult[]>
  /** Returns possible key fields of upserts, best first; empty if the object has none. */
  upsertKeys?(client: ProviderClient, objectName: string): Promise<string[]>
  /**
   * Reports whether a create may be sent again with the same `idempotencyKey`: the provider
   * executes it once.
   */
  isRepeatable?(objectName: string): boolean
  /** Absent if the provider does not list records by creation time. */
  created?: FindingCreated
}
