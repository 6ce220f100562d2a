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
import type { Generated, GeneratedAlways } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    installations: {
      id: InstallationId
      projectId: ProjectId
      /** Null for a named account, which processes of the previous version do not find. */
      integrationId: IntegrationId | null
      /** Integration of a named account; null for the default one. */
      accountIntegrationId: Generated<IntegrationId | null>
      /** Integration of either. */
      installedIntegrationId: GeneratedAlways<IntegrationId>
      /** Name of the account within group and integration; empty for the default one. */
      instance: Generated<string>
      displayName: Generated<string | null>
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
