import type { EventId, InstallationId, OperationId, ProjectId } from '@platform/contract'
import type { JsonColumn, JsonWithDefault } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

/** A write of a record. */
export interface StoredWrite {
  /** The operation and the position of the record in it. */
  id: string
  operationId: OperationId
  /** When it was accepted, in milliseconds by our clock. */
  at: number
  /** Until when it explains changes. */
  until: number
  /** When the provider's confirmation was stored; absent before. */
  doneAt?: number
  isDeletion?: true
  /** Hashes of the written values by the provider's name of the field, in lower case. */
  fields: Record<string, ValueHashes>
  /** Another value was delivered after it was accepted. */
  isContested?: true
}

/** The exact value, and the value without its format. */
export type ValueHashes = readonly [exact: string, loose: string]

/** What a destination last received of a record. */
export interface DeliveredVersion {
  /** The last message, and those before it that were not accepted when it was sent. */
  eventIds: EventId[]
  /** Exact hashes of all delivered values, by the provider's name of the field; absent if unknown. */
  fields?: Record<string, string>
}

declare module '@platform/kernel/db/tables' {
  interface Tables {
    writtenRecords: {
      installationId: InstallationId
      /** In lower case. */
      objectName: string
      /** Of a pending create, the ID of its `StoredWrite`. */
      recordId: string
      isPending: Generated<boolean>
      projectId: ProjectId
      /** Newest first. */
      writes: JsonColumn<StoredWrite[]>
      /** By destination. */
      delivered: JsonWithDefault<Record<string, DeliveredVersion>>
      expireTime: Date
    }
  }
}
