import type { PauseCause } from '@platform/contract'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import type { ReadType } from '@platform/installations/operations/tables'
import type { InstallationObjectRow } from './store.ts'

/** Log messages about a request of a person or a backend. */
export interface RequestNote {
  msg: string
  by: string
}

/** Everything that changes how an object is read. */
export type ReadEvent =
  /** Its configuration was saved and reads it by this plan. */
  | { type: 'configured'; plan: ReadPlan; hasDestination: boolean }
  /** Its configuration no longer reads it. */
  | { type: 'switched-off' }
  /**
   * Its scheduled read is due. `needsDeletionChecks`: other reads find its deletions only by comparing
   * the IDs of all records.
   */
  | { type: 'due'; plan: ReadPlan; needsDeletionChecks: boolean }
  /** Its scheduled read was due and could not be started. */
  | { type: 'postponed'; until: Date }
  | { type: 'read-requested'; since: Date | null; until: Date | null; by: string }
  | { type: 'pause-requested'; reason: string; why: string; note: RequestNote }
  | {
      type: 'resume-requested'
      plan: ReadPlan | undefined
      hasDestination: boolean
      /** Whether the provider refuses the credentials of its connection. */
      isCutOff: boolean
      note: RequestNote
    }
  /** It cannot be read until something is fixed elsewhere. */
  | { type: 'blocked'; cause: BlockCause; reason: string }
  | { type: 'unblocked'; cause: BlockCause; plan: ReadPlan | undefined }
  /** An attempt of its read failed and will be retried. */
  | { type: 'read-retried'; until: Date; error: string; isLimited: boolean }
  /** A page was stored after failed attempts. */
  | { type: 'read-recovered' }
  /** An attempt failed, and its read keeps its position until someone fixes the cause. */
  | { type: 'read-blocked'; cause: PauseCause; error: string }
  | {
      type: 'read-succeeded'
      readType: ReadType
      watermark: Date
      recentlyRead: Record<string, string>
    }
  | { type: 'read-failed'; readType: ReadType; cause: PauseCause; error: string }
  | {
      type: 'read-canceled'
      readType: ReadType
      /** Start of the read, by the provider's clock; null if it has read no page. */
      asOf: Date | null
      recentlyRead: Record<string, string>
      plan: ReadPlan | undefined
    }
  /** A sample read was rejected because access was lost (`error`), or accepted. */
  | { type: 'access-checked'; error: string | undefined; plan: ReadPlan }
  /** The fields that it reads were compared with those of the account; `lost` is undefined if they are unknown. */
  | { type: 'fields-compared'; lost: readonly string[] | undefined }
  | { type: 'snapshot-begun' }
  | {
      type: 'snapshot-compared'
      /**
       * Deletions held back for another read, because there are unusually many; absent if the read
       * did not look for deletions.
       */
      held?: { records: number; by: InstallationObjectRow['snapshotHeldBy'] }
      /** Number of records that it missed, if it looked for deletions. */
      missed?: number
    }
  /** The snapshot is no longer needed. */
  | { type: 'snapshot-dropped' }

export type BlockCause = 'credentials' | 'destination' | 'removed'

export type EventOf<Type extends ReadEvent['type']> = Extract<ReadEvent, { type: Type }>
