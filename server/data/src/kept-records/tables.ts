import type { InstallationId, KeptRecordsGap, OperationId, ProjectId } from '@platform/contract'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    keptObjects: {
      key: Generated<number>
      installationId: InstallationId
      objectName: string
      projectId: ProjectId
      createTime: Generated<Date>
      /** Start of the last complete read: all records that existed then are listed. */
      completeTime: Date | null
      /** In whole milliseconds, and later with each page. */
      lastTime: Date
      records: Generated<number>
      bytes: Generated<number>
      gapReason: KeptRecordsGap['reason'] | null
      gapSince: Date | null
      /** Time of the latest delivery that was not kept. */
      gapTime: Date | null
      leftOut: Generated<number>
      /** Number of records that the last complete reads do not contain, and that are not marked as deleted yet. */
      heldDeletions: Generated<number>
      /** Read that has held them. */
      heldBy: OperationId | null
    }
    keptRecords: {
      objectKey: number
      recordId: string
      projectId: ProjectId
      updateTime: Date
      versionTime: Date | null
      isDeleted: Generated<boolean>
      /** Of the record as JSON. */
      size: number
      /** Encrypted; null if it is too large, was delivered without fields, or was deleted. */
      body: Buffer | null
    }
    /** Lists that have ended, and whose records are to be removed. */
    keptRemovals: {
      objectKey: number
      projectId: ProjectId
      /** Records up to this one are removed. */
      removedId: Generated<string>
    }
    keptLimits: {
      projectId: ProjectId
      /** Whether new records are left out; otherwise they will be soon. */
      isReached: boolean
    }
  }
}
