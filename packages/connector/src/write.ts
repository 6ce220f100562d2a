import type { ProviderClient } from './provider-client.ts'
import type { ProviderError } from './provider-error.ts'
import type { ProviderRecord } from './read.ts'

/** `upsert` creates, or updates the record that already has the key. Deletion goes by ID. */
export type WriteType = 'create' | 'update' | 'upsert' | 'delete'

/** A relation to a record that exists. */
export interface WriteAssociation {
  to: {
    id: string
    /** Needed where the provider does not find out by itself what object the ID is of. */
    objectName?: string
  }
  /** The labels of the relation, for providers that have them; the provider's default when absent. */
  types?: readonly { associationCategory: string; associationTypeId: number }[]
  /** The field that holds the relation, for providers whose relations are fields. */
  fieldName?: string
}

export interface WriteRecord {
  /** The record to update or to delete. */
  id?: string
  /** By the provider's names; nested ones by bracket notation. Empty for a deletion. */
  fields: Readonly<Record<string, unknown>>
  /** Those of the fields that an update writes only where the record has no value yet. */
  ifEmpty?: readonly string[]
  associations?: readonly WriteAssociation[]
  /** Identifies the record whenever it is sent: a provider that takes such a key creates it once. */
  idempotencyKey?: string
}

export interface ConnectorWrite {
  objectName: string
  type: WriteType
  /** One or more, up to the connector's `batchSizes`. */
  records: readonly WriteRecord[]
  /** The field by whose value an upsert finds its record; each record has a value for it. */
  keyFieldName?: string
  /** Either all records are written or none. */
  allOrNone?: boolean
  /**
   * Further headers, such as those that switch off duplicate rules. Throws `bad-request` for a
   * header that is not the caller's to set.
   */
  headers?: Readonly<Record<string, string>>
}

/** What became of one record. */
export type ConnectorWriteResult =
  | {
      success: true
      recordId?: string
      /** False when an upsert found the record. */
      created?: boolean
      /** The record as the provider answers it, when it does. */
      data?: Record<string, unknown>
      /** What was not done as asked, in words, such as an association that was refused. */
      warnings?: readonly string[]
    }
  | {
      success: false
      /** `isOutcomeUnknown` is set when the record may have been written all the same. */
      error: ProviderError
    }

/** What the connected user has created of an object lately. */
export interface CreatedRecords {
  /** `createdTime` is RFC 3339 by the provider's clock. */
  records: (ProviderRecord & { createdTime: string })[]
  /** There are more records than these. */
  hasMore: boolean
  /** The time by the provider's clock until which the list is complete (RFC 3339). */
  asOf: string
}

export interface CreatedRequest {
  objectName: string
  fieldNames: readonly string[]
  /** Since when, counted back from now: the provider's clock may differ from ours. */
  sinceMsAgo: number
  /** Until when; until now where it is negative. */
  untilMsAgo: number
}

/** How to determine the outcome of a create whose reply was lost. */
export interface FindingCreated {
  find(client: ProviderClient, request: CreatedRequest): Promise<CreatedRecords>
  /**
   * How long after it was sent the provider may still carry out a create, where a list without the
   * record then proves that it was not created. Absent where a list proves nothing.
   */
  settlesWithinMs?: number
}

export interface Writing {
  /** What the provider lets write at all; single objects may allow less. */
  types: readonly WriteType[]
  /** How many records one call takes, by type. */
  batchSizes: Readonly<Partial<Record<WriteType, number>>>
  /** The types for which all-or-none is kept; `unsupported` is thrown for others before anything is written. */
  allOrNone: readonly WriteType[]
  /** Whether `associations` are kept. A connector that cannot throws `unsupported`. */
  associations: boolean
  /**
   * Writes the records and answers one result for each, in their order.
   *
   * Throws only when nothing of the request was accepted for one reason that concerns all of it: a
   * refused credential, an unknown object, an outage. When the request may have been carried out
   * though no answer came, the error's `isOutcomeUnknown` is set; an update, an upsert and a deletion
   * may then simply be repeated.
   */
  write(client: ProviderClient, request: ConnectorWrite): Promise<ConnectorWriteResult[]>
  /** The fields that can be an upsert's key, the best first; none when the object has none. */
  upsertKeys?(client: ProviderClient, objectName: string): Promise<string[]>
  /** Whether a create may be sent again with the same `idempotencyKey`: the provider carries it out once. */
  isRepeatable?(objectName: string): boolean
  /** Absent where the provider does not list records by the time of their creation. */
  created?: FindingCreated
}
