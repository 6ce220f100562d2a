import type {
  ConfigContent,
  ConfigId,
  ConnectionId,
  EventId,
  Id,
  InstallationId,
  IntegrationId,
  ProjectId,
  RevisionId,
} from '@platform/contract'
import type { JsonColumn } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    installations: {
      id: InstallationId
      projectId: ProjectId
      integrationId: IntegrationId
      groupRef: string
      connectionId: ConnectionId
      configId: ConfigId
      lastOperationStatus: 'success' | 'incomplete' | 'failure' | 'in_progress' | null
      /** Since when its operations have failed without a success. */
      failingSince: Date | null
      /** Whether an end user lets the builder's team view delivered records. */
      supportAccess: Generated<boolean>
      createdBy: string
      createTime: Generated<Date>
      updateTime: Date | null
    }
    pauses: {
      id: Id<'pau'>
      projectId: ProjectId
      installationId: InstallationId
      action: 'paused' | 'resumed'
      objectName: string | null
      note: string | null
      createdBy: string
      eventId: EventId | null
    }
    configs: {
      id: ConfigId
      projectId: ProjectId
      installationId: InstallationId
      revisionId: RevisionId
      content: JsonColumn<ConfigContent>
      createdBy: string
      createTime: Generated<Date>
    }
  }
}
