import type {
  ConnectionId,
  EventId,
  InstallationId,
  OperationId,
  PauseCause,
  ProjectId,
} from '@platform/contract'
import type { JsonColumn, JsonWithDefault } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    installationObjects: {
      installationId: InstallationId
      objectName: string
      projectId: ProjectId
      /** Changes before this time, by the provider's clock, have been read. */
      watermark: Date | null
      /**
       * Record ID → time of change, for records so close to the watermark that the next read returns
       * them again.
       */
      recentlyRead: JsonWithDefault<Record<string, string>>
      pausedFor: PauseCause | null
      /** The cause as a sentence for people; not used for decisions. */
      pausedReason: string | null
      pausedTime: Date | null
      /** Who paused it; null if the platform did. */
      pausedBy: string | null
      failuresInARow: Generated<number>
      lastRunTime: Date | null
      nextRunTime: Date | null
      backfillOperationId: OperationId | null
      /**
       * Without a backfill: changes after this time, by our clock, are read. Null before the first
       * read.
       */
      beginTime: Date | null
      /**
       * Since when the read is retried because the provider is unavailable or refuses temporarily.
       */
      retryingSince: Date | null
      retryingBecause: string | null
      retryTime: Date | null
      /** Since when its reads fail, and the last error; null after a success. */
      failingSince: Date | null
      failingBecause: string | null
      /** Fields that it reads and that its account no longer describes, of a provider that reads without them. */
      lostFields: JsonColumn<string[]> | null
      lostSince: Date | null
      /** Required fields without a mapping, as announced to the builder. */
      missingMappings: JsonColumn<string[]> | null
      missingSince: Date | null
      /** Changes after this time, by the provider's clock, were delivered without them; null before the first read. */
      missingFrom: Date | null
      /** When what it reads was last compared with the description of its account, or was to be. */
      describedTime: Generated<Date>
      /** When the project's owners were last notified that the object is not read. */
      notifiedTime: Date | null
      /**
       * Whether it is retried because a daily limit of calls is used up; meaningless while it is not
       * retried.
       */
      isLimited: Generated<boolean>
      /** Number of records in its snapshot; null if it has none, because reads report its changes and deletions. */
      snapshotRecords: number | null
      /** Number of records in the last read that exceeded the limit of the snapshot. */
      snapshotLeftOut: Generated<number>
      /**
       * Number of records missing from two reads, whose deletion is held back until a third read
       * confirms it, because there are unusually many.
       */
      snapshotHeld: Generated<number>
      /** The read that held the deletions back; null if there are none. */
      snapshotHeldBy: OperationId | null
      /** Number of records missing from the last complete comparison. */
      snapshotMissed: Generated<number>
      /** When a read last compared all records. */
      snapshotTime: Date | null
    }
    /** Fields that the provider computes, by object of an account. */
    calculatedFields: {
      connectionId: ConnectionId
      objectName: string
      projectId: ProjectId
      fieldNames: JsonColumn<string[]>
    }
    snapshotRecords: {
      installationId: InstallationId
      objectName: string
      recordId: string
      projectId: ProjectId
      hash: string
      /** The last read that contained it. */
      seenBy: OperationId
      /** The first complete read without it; null if the last one contained it. */
      missedBy: OperationId | null
    }
    readTurns: {
      operationId: OperationId
      projectId: ProjectId
      /** Scope in which calls are counted: the provider app or, without one, the provider. */
      app: string
      connectionId: ConnectionId
      dueTime: Date
      /** Number of the process that runs the read. */
      runner: number | null
    }
    heldResults: {
      key: Generated<number>
      projectId: ProjectId
      installationId: InstallationId
      objectName: string
      /** JSON of a `WebhookMessage`. */
      body: string
      recordIds: string[]
      /** ID under which its download is kept; null for results from before this was recorded. */
      eventId: EventId | null
    }
  }
}
