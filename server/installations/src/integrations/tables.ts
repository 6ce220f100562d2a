import type { IntegrationId, ManifestIntegration, ProjectId, RevisionId } from '@platform/contract'
import type { JsonColumn } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    integrations: {
      id: IntegrationId
      projectId: ProjectId
      name: string
      provider: string
      latestRevisionId: RevisionId
      /** Hashes of changes of the provider that the owners were mailed about. */
      reportedChanges: Generated<string[]>
      createTime: Generated<Date>
      updateTime: Date | null
    }
    revisions: {
      id: RevisionId
      projectId: ProjectId
      integrationId: IntegrationId
      specVersion: string
      content: JsonColumn<ManifestIntegration>
      /** Who deployed it; null for revisions from before this was recorded. */
      createdBy: string | null
      /** The earlier revision that was rolled back to, if any. */
      restores: RevisionId | null
      createTime: Generated<Date>
    }
  }
}
