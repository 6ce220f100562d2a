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
    objectName,
    labels: storableJson([
      shorten(displayName),
      ...Object.values(fields)
        .slice(0, maxFields)
        .flatMap((field) => [field.fieldName, shorten(field.displayName)]),
    ]),
  }))
  await db
    .insertInto('knownLabels')
    .values(rows)
    .onConflict((known) =>
      known
        .columns(['connectionId', 'objectName'])
        .doUpdateSet((is) => ({
          labels: is.ref('excluded.labels'),
          describeTime: sql<Date>`now()`,
        }))
        .whereRef('knownLabels.labels', 'is distinct from', sql.ref('excluded.labels')),
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
  const rows = await db
    .selectFrom('knownLabels')
    .select(['objectName', 'labels'])
    .where('connectionId', '=', connectionId)
    .where('objectName', 'in', objectNames)
    .execute()
  return new Map(
    rows.flatMap(({ objectName, labels: [displayName, ...pairs] }) => {
      if (displayName === undefined) return []
      const fields = new Map<string, string>()
      for (let at = 0; at + 1 < pairs.length; at += 2) fields.set(pairs[at]!, pairs[at + 1]!)
      return [[objectName, { displayName, fields }] as const]
    }),
  )
}
