import type { ConnectionId, FieldMetadata, InstallationId, ProjectId } from '@platform/contract'
import type { Generated } from 'kysely'
import type { JsonColumn } from './organizations.ts'

export interface WatchedSchemaTable {
  installationId: InstallationId
  objectName: string
  projectId: ProjectId
  /** Whose account has these fields: those of another are no change of them. */
  connectionId: ConnectionId
  fields: JsonColumn<Record<string, FieldMetadata>>
  checkTime: Generated<Date>
}
