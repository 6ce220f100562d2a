import type { DownloadId, EventId, ProjectId } from '@platform/contract'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    downloads: {
      id: DownloadId
      part: Generated<number>
      projectId: ProjectId
      /** The event whose content it is; both are deleted together. */
      eventId: EventId
      /** Whether the event does not exist yet, because the result is held until requested. */
      isHeld: Generated<boolean>
      /** This part of its JSON. */
      body: Buffer
    }
  }
}
