import { storableJson } from '@platform/kernel/values'
import type { ObjectDescription } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'

/** Labels of an object and its fields when the account last described it. */
export interface KnownLabels {
  displayName: string
  /** By the provider's name of the field. */
  fields: ReadonlyMap<string, string>
}

/** Further fields, and the end of longer labels, are not remembered. */
const maxFields = 2_000
const maxLabelLength = 200

/**
 * The key of an object's labels among the known fields. They have rows of their own, because servers of
 * the previous version take the content of an object's row for names.
 */
const toKey = (objectName: string) => `\u0001labels ${objectName}`

/** Remembers the labels of described objects for when the account cannot be asked. */
export async function saveKnownLabels(
  db: Db,
  { id: connectionId, projectId }: { id: ConnectionId; projectId: ProjectId },
  described: ReadonlyMap<string, ObjectDescription>,
): Promise<void> {
  if (described.size === 0) return
  const shorten = (label: string) => label.slice(0, maxLabelLength)
  const rows = [...described].map(([objectName, { displayName, fields }]) => ({
    connectionId,
    projectId,
    objectName: toKey(objectName),
    fieldNames: storableJson([
      shorten(displayName),
      ...Object.values(fields)
        .slice(0, maxFields)
        .flatMap((field) => [field.fieldName, shorten(field.displayName)]),
    ]),
  }))
  await db
    .insertInto('knownFields')
    .values(rows)
    .onConflict((known) =>
      known
        .columns(['connectionId', 'objectName'])
        .doUpdateSet((is) => ({
          fieldNames: is.ref('excluded.fieldNames'),
          describeTime: sql<Date>`now()`,
        }))
        .whereRef('knownFields.fieldNames', 'is distinct from', sql.ref('excluded.field_names')),
    )
    .execute()
}

/** Returns the labels of these objects of an account, as far as they are remembered. */
export async function findKnownLabels(
  db: Db,
  connectionId: ConnectionId,
  objectNames: readonly string[],
): Promise<ReadonlyMap<string, KnownLabels>> {
  if (objectNames.length === 0) return new Map()
  const names = new Map(objectNames.map((name) => [toKey(name), name]))
  const rows = await db
    .selectFrom('knownFields')
    .select(['objectName', 'fieldNames'])
    .where('connectionId', '=', connectionId)
    .where('objectName', 'in', [...names.keys()])
    .execute()
  return new Map(
    rows.flatMap(({ objectName, fieldNames: [displayName, ...pairs] }) => {
      const name = names.get(objectName)
      if (name === undefined || displayName === undefined) return []
      const fields = new Map<string, string>()
      for (let at = 0; at + 1 < pairs.length; at += 2) fields.set(pairs[at]!, pairs[at + 1]!)
      return [[name, { displayName, fields }] as const]
    }),
  )
}
