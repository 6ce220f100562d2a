import type {
  ConnectionId,
  FieldMetadata,
  Id,
  InstallationId,
  OperationId,
  ProjectId,
} from '@platform/contract'
import type { JsonColumn, JsonWithDefault } from '@platform/kernel/db/tables'
import type { Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    customFields: {
      id: Id<'cfd'>
      connectionId: ConnectionId
      objectName: string
      /** The builder's name of the field. */
      fieldName: string
      projectId: ProjectId
      operationId: OperationId | null
      displayName: string
      valueType: string
      action: 'create' | 'update' | 'none'
      metadata: JsonColumn<Record<string, unknown>> | null
      warnings: JsonWithDefault<string[]>
      error: string | null
      applyTime: Generated<Date>
    }
    /** Objects of accounts whose custom fields are being changed. */
    fieldLeases: {
      projectId: ProjectId
      account: string
      objectName: string
      holder: string
      expireTime: Date
    }
    watchedSchemas: {
      installationId: InstallationId
      objectName: string
      projectId: ProjectId
      /** The account that has these fields: fields of another account are not a change. */
      connectionId: ConnectionId
      fields: JsonColumn<Record<string, FieldMetadata>>
      checkTime: Generated<Date>
    }
  }
}
