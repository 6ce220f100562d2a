import type {
  ConfigId,
  Id,
  InstallationId,
  IntegrationId,
  LogCall,
  OperationId,
  ProjectId,
} from '@platform/contract'
import type { JsonColumn, JsonWithDefault } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

export type ReadType = 'backfill' | 'scheduled' | 'triggered'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    operations: {
      id: OperationId
      projectId: ProjectId
      integrationId: IntegrationId
      installationId: InstallationId
      configId: ConfigId
      actionType: string
      objectName: string
      /** For operations on several objects. */
      objectNames: string[] | null
      /** For writes. */
      successfulRecordIds: string[] | null
      readType: ReadType | null
      status: 'in_progress' | 'success' | 'incomplete' | 'failure' | 'canceled'
      result: string | null
      /** For reads: why the result may be incomplete. */
      incomplete: string | null
      since: Date | null
      /** `since` is by our clock; the provider's clock is not known yet. */
      isSinceByOurClock: Generated<boolean>
      until: Date | null
      /** For reads: compares the IDs of all records, and delivers only deletions. */
      checksDeletions: Generated<boolean>
      /** Start of the next page: the checkpoint after a crash. */
      cursor: string | null
      isLastPageRead: Generated<boolean>
      /**
       * Increases with each process that takes over the operation; earlier processes can no longer
       * write.
       */
      fence: Generated<number>
      attempts: Generated<number>
      /** For reads: consecutive failed attempts by cause; see `countFailures`. */
      failures: JsonWithDefault<Record<string, number>>
      pages: Generated<number>
      recordsProcessed: Generated<number>
      /** For reads: number of records that were too large. */
      recordsLeftOut: Generated<number>
      recordsEstimatedTotal: number | null
      /** Time shortly before the read began, by the provider's clock; the next read starts here. */
      asOf: Date | null
      /** Collected so far; see `installationObjects`. */
      recentlyRead: JsonWithDefault<Record<string, string>>
      /** Trace of the request that started it, if traced. */
      traceparent: string | null
      /** Who started it, if a person or key did. */
      createdBy: string | null
      canceledBy: string | null
      createTime: Generated<Date>
      updateTime: Date | null
    }
    operationLogs: {
      id: Id<'log'>
      projectId: ProjectId
      operationId: OperationId
      severity: string
      message: JsonColumn<{
        msg: string
        error?: string
        operation_id?: string
        by?: string
        call?: LogCall
        counted?: Record<string, number>
      }>
      createTime: Generated<Date>
    }
  }
}
