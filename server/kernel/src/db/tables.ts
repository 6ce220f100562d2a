import type { BuilderId, ProjectId } from '@platform/contract'
import type { ColumnType, Generated } from 'kysely'

/** A JSON column: an object when read, JSON text when written. */
export type JsonColumn<T> = ColumnType<T, string, string>

/** A JSON column with a default. */
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>

/**
 * Every table, with columns in camelCase, for Kysely. Domains declare theirs in their `tables.ts`, as
 * with `Jobs`; here are those of the kernel.
 */
export interface Tables {
  builders: {
    id: BuilderId
    idpProvider: string
    idpRef: string
    firstName: string | null
    lastName: string | null
    fullName: string | null
    primaryEmail: string
    emailVerified: Generated<boolean>
    createTime: Generated<Date>
  }
  dataKeys: {
    projectId: ProjectId
    masterKeyId: string
    wrapped: Buffer
    createTime: Generated<Date>
  }
  serverSecrets: {
    name: string
    masterKeyId: string
    wrapped: Buffer
  }
  idempotencyKeys: {
    scope: string
    keyHash: Buffer
    projectId: ProjectId | null
    /** Tenant of the request. */
    tenantId: Generated<string | null>
    fingerprint: Buffer
    /** Null while the change has been carried out but has no reply yet. */
    reply: Buffer | null
    /** Result of the change while it has no reply yet. */
    carried: Buffer | null
    /** Until when a process is expected to conclude it. */
    leaseExpireTime: Date | null
    createTime: Generated<Date>
  }
  engineProcesses: {
    key: Generated<number>
    workerIds: string[]
    startTime: Generated<Date>
    /** Time of the last heartbeat; null for a process of the previous version. */
    beatTime: Date | null
    /** When others took over from it. The previous version replaces the row by one that only keeps its worker IDs. */
    endedTime: Generated<Date | null>
    /** The number under which it holds deliveries. */
    holder: Generated<number | null>
    /** No delivery that it holds is of an event with a lower ID. */
    lowWater: Generated<string | null>
    /** Whether it reads messages from a message log (`on`, `drain`) and also writes them there (`on`). */
    messageLog: Generated<'off' | 'on' | 'drain'>
    /** Whether it reads pages of messages with one row. */
    readsPages: Generated<boolean>
    /** Whether it knows several accounts of an integration for one customer. */
    knowsAccounts: Generated<boolean>
    /** Whether it keeps records that it delivers. */
    keepsRecords: Generated<boolean>
    /** Next search for what it claimed or committed late. */
    sweepTime: Generated<Date | null>
  }
}
