import type { EventId, InstallationId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'

/** Stores results until they are requested. */
export const holdResults = (
  tx: Db,
  of: { projectId: ProjectId; installationId: InstallationId; objectName: string },
  messages: readonly { id: EventId; body: string; recordIds: string[] }[],
) =>
  tx
    .insertInto('heldResults')
    .values(messages.map(({ id, body, recordIds }) => ({ ...of, body, recordIds, eventId: id })))
    .execute()

export const countHeldResults = async (
  db: Db,
  installationId: InstallationId,
  objectName: string,
): Promise<number> => {
  const { count } = await db
    .selectFrom('heldResults')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks and returns the oldest results, up to a limit, so that nobody else sends them. */
export const lockHeldResults = (
  tx: Db,
  installationId: InstallationId,
  objectName: string,
  max: number,
) =>
  tx
    .selectFrom('heldResults')
    .select(['key', 'body', 'recordIds', 'eventId'])
    .where('installationId', '=', installationId)
    .where('objectName', '=', objectName)
    .orderBy('key')
    .limit(max)
    .forUpdate()
    .execute()

/** Removes results and their remaining downloads. */
export const deleteHeldResults = (tx: Db, keys: readonly number[]) =>
  tx.deleteFrom('heldResults').where('key', 'in', keys).execute()
