import type { OwnEventType, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { getNow } from '@platform/kernel/values'

/** Inserts the type; returns undefined if it exists. */
export const insertEventType = (
  db: Db,
  {
    schema,
    ...row
  }: {
    projectId: ProjectId
    name: OwnEventType
    description?: string | undefined
    schema?: Record<string, unknown> | undefined
  },
) =>
  db
    .insertInto('eventTypes')
    .values({ ...row, schema: schema ? JSON.stringify(schema) : null })
    .onConflict((conflict) => conflict.columns(['projectId', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const listEventTypes = (db: Db) => db.selectFrom('eventTypes').selectAll()

export const findEventType = (db: Db, name: string) =>
  db.selectFrom('eventTypes').selectAll().where('name', '=', toName(name)).executeTakeFirst()

/** Locks the type against deletion until the transaction ends. */
export const lockEventType = (tx: Db, name: string) =>
  tx
    .selectFrom('eventTypes')
    .selectAll()
    .where('name', '=', toName(name))
    .forKeyShare()
    .executeTakeFirst()

export const updateEventType = (
  db: Db,
  name: string,
  {
    description,
    schema,
  }: { description?: string | undefined; schema?: Record<string, unknown> | undefined },
) =>
  db
    .updateTable('eventTypes')
    .set({
      description: description ?? null,
      schema: schema ? JSON.stringify(schema) : null,
      updateTime: getNow(),
    })
    .where('name', '=', toName(name))
    .returningAll()
    .executeTakeFirst()

/** Deletes the type with its routes. */
export async function deleteEventType(tx: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('eventTypes')
    .where('name', '=', toName(name))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  await tx.deleteFrom('eventTopicRoutes').where('eventType', '=', toName(name)).execute()
  return true
}

export async function countEventTypes(db: Db, projectId: ProjectId): Promise<number> {
  const { count } = await db
    .selectFrom('eventTypes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/** Another name is that of no type. */
const toName = (name: string): OwnEventType =>
  name.startsWith('custom.') ? `custom.${name.slice('custom.'.length)}` : 'custom.'
