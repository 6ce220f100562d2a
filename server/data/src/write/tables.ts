import type { ProviderFailure, WriteRecord } from '@platform/connector'
import type {
  ApprovalId,
  ApprovalState,
  ConnectionId,
  InstallationId,
  IntegrationId,
  OperationId,
  ProjectId,
} from '@platform/contract'
import type { LinkMaker } from '@platform/kernel/access'
import type { JsonColumn, JsonWithDefault } from '@platform/kernel/db/tables'
import type { ColumnType, Generated } from 'kysely'

/** A record to write, with the provider's names of fields. */
export interface StoredRecord extends WriteRecord {
  /** What an upsert sends if the record exists, if different. */
  onUpdate?: Pick<WriteRecord, 'fields' | 'ifEmpty'>
  /** Checked before the record is sent. */
  condition?: WriteCondition
}

/** What must hold at the provider for a record to be written. */
export interface WriteCondition {
  /** By the provider's names. */
  expected?: Readonly<Record<string, unknown>>
  /** RFC 3339. */
  unmodifiedSince?: string
  onConflict: 'reject' | 'latest'
}

/** A field that somebody else has changed. */
export interface FieldConflict {
  fieldName: string
  expected: unknown
  actual: unknown
}

/** Outcome of one record. */
export interface StoredWriteResult {
  success: boolean
  /** Whether an upsert created the record. */
  created?: boolean
  recordId?: string
  data?: Record<string, unknown>
  warnings?: string[]
  error?: string
  /** Fields that the error is about, by the provider's names. */
  fieldNames?: string[]
  failure?: ProviderFailure | 'unknown' | 'changed' | 'not-approved'
  /** Fields with other values than expected. */
  conflicts?: FieldConflict[]
}

declare module '@platform/kernel/db/tables' {
  interface Tables {
    approvals: {
      id: ApprovalId
      projectId: ProjectId
      operationId: OperationId
      installationId: InstallationId
      integrationId: IntegrationId
      integrationName: string
      provider: string
      groupRef: string
      instance: Generated<string>
      /** The builder's name of the object. */
      objectName: string
      rawObjectName: string
      type: 'create' | 'update' | 'delete'
      recordCount: number
      state: Generated<ApprovalState>
      role: string | null
      requestedBy: string
      decidedBy: Generated<string | null>
      decideTime: Generated<Date | null>
      reason: Generated<string | null>
      /** Of the secret of the latest link. */
      linkHash: Generated<Buffer | null>
      linkMadeWith: JsonWithDefault<LinkMaker | null>
      linkConsumerRef: Generated<string | null>
      linkConsumerName: Generated<string | null>
      expireTime: Date
      createTime: Generated<Date>
    }
    writes: {
      operationId: OperationId
      projectId: ProjectId
      installationId: InstallationId
      objectName: string
      type: 'create' | 'update' | 'upsert' | 'delete'
      /** The provider's field by which an upsert finds its records. */
      keyFieldName: Generated<string | null>
      /** Whether the request was a batch, regardless of its number of records. */
      isBatch: boolean
      allOrNone: boolean
      headers: JsonColumn<Record<string, string>>
      /** Records to send; empty once all of them have a result. */
      records: JsonColumn<StoredRecord[]>
      /** By record; null for records without a result yet. */
      results: JsonColumn<(StoredWriteResult | null)[]>
      /** Records that were sent but not answered yet: after a crash their outcome is unknown. */
      sending: ColumnType<number[], number[] | undefined, number[]>
      /**
       * When the first and last of the records in `sending` were sent; null for writes sent by the
       * previous version.
       */
      firstSentTime: Generated<Date | null>
      lastSentTime: Generated<Date | null>
      /** When retries end; null for synchronous writes. */
      deadline: Date | null
      /** Groups writes until they are combined into one call. */
      batchKey: string | null
      flushTime: Date | null
      /** Writes that are sent together. */
      flushId: OperationId | null
    }
    upsertKeys: {
      connectionId: ConnectionId
      keyHash: Buffer
      projectId: ProjectId
      /** The write that holds the key until `expireTime`. */
      holder: string
      expireTime: Date
      /** When a create with the key was last sent. */
      sentTime: Date | null
      /** The created record; null if unknown. */
      recordId: string | null
    }
  }
}
