import { storableJson } from '@platform/kernel/values'
import type { ConnectionId, OperationId, ProjectId } from '@platform/contract'
import type { CustomFieldDefinition, FieldOutcome } from '@platform/connector'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'

export interface AppliedField {
  objectName: string
  definition: CustomFieldDefinition
  outcome: FieldOutcome
}

/**
 * Stores the last result of each field. The action stays `create` or `update` when a later call
 * changes nothing, so that lists show the origin of each field.
 */
export async function saveCustomFields(
  db: Db,
  ids: { projectId: ProjectId; connectionId: ConnectionId; operationId?: OperationId | undefined },
  applied: readonly AppliedField[],
): Promise<void> {
  if (applied.length === 0) return
  await db
    .insertInto('customFields')
    .values(
      applied.map(({ objectName, definition, outcome }) => ({
        id: newId('cfd'),
        projectId: ids.projectId,
        connectionId: ids.connectionId,
        operationId: ids.operationId ?? null,
        objectName,
        fieldName: definition.fieldName,
        displayName: definition.displayName,
        valueType: definition.valueType,
        action: outcome.action,
        metadata: outcome.metadata ? storableJson(outcome.metadata) : null,
        warnings: storableJson(outcome.warnings ?? []),
        error: outcome.error?.message ?? null,
      })),
    )
    .onConflict((there) =>
      there.columns(['connectionId', 'objectName', 'fieldName']).doUpdateSet((is) => ({
        operationId: is.ref('excluded.operationId'),
        displayName: is.ref('excluded.displayName'),
        valueType: is.ref('excluded.valueType'),
        action: sql`case when excluded.action = 'none' and excluded.error is null
                         then custom_fields.action else excluded.action end`,
        metadata: sql`coalesce(excluded.metadata, custom_fields.metadata)`,
        warnings: is.ref('excluded.warnings'),
        error: is.ref('excluded.error'),
        applyTime: sql`now()`,
      })),
    )
    .execute()
}

export const selectCustomFields = (db: Db, connectionId: ConnectionId) =>
  db.selectFrom('customFields').selectAll().where('connectionId', '=', connectionId)

export type CustomFieldRow = Awaited<
  ReturnType<ReturnType<typeof selectCustomFields>['executeTakeFirstOrThrow']>
>
