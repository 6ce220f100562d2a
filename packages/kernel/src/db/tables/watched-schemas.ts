import type { ConnectionId, FieldMetadata, InstallationId, ProjectId } from '@platform/contract'
import type { Generated } from 'kysely'
import type { JsonColumn } from './organizations.ts'

export interface WatchedSchemaTable {
  installationId: InstallationId
  objectName: string
  projectId: ProjectId
  /** The account that has these fields: fields of another account are not a change. */
  connectionId: ConnectionId
  fields: JsonColumn<Record<string, FieldMetadata>>
  checkTime: Generated<Date>
}
