import type {
  ConfigContent,
  ConfigId,
  EventId,
  InstallationId,
  ProjectId,
  RevisionId,
} from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { getNowMs } from '@platform/kernel/values'

export const insertConfig = (
  db: Db,
  row: {
    id: ConfigId
    projectId: ProjectId
    installationId: InstallationId
    revisionId: RevisionId
    content: ConfigContent
    createdBy: string
  },
) =>
  db
    .insertInto('configs')
    .values({ ...row, content: JSON.stringify(row.content) })
    .returning([
      'id as configId',
      'revisionId',
      'content',
      'createdBy as configCreatedBy',
      'createTime as configCreateTime',
    ])
    .executeTakeFirstOrThrow()

/** Returns its earlier configurations, newest first. */
export const configsBefore = (db: Db, installationId: InstallationId, before: ConfigId) =>
  db
    .selectFrom('configs')
    .selectAll()
    .where('installationId', '=', installationId)
    .where('id', '<', before)
    .orderBy('id', 'desc')

/** Retention of pauses, in days and number; the latest is always kept. */
const pausesKeptDays = 90

const pausesKept = 500

/** Records who paused or resumed which objects; all if none is named. */
export async function notePause(
  tx: Db,
  {
    objects,
    ...pause
  }: {
    projectId: ProjectId
    installationId: InstallationId
    action: 'paused' | 'resumed'
    objects: readonly string[] | undefined
    note?: string
    createdBy: string
    eventId?: EventId
  },
): Promise<void> {
  const named = objects ? [...new Set(objects)] : [null]
  await tx
    .insertInto('pauses')
    .values(named.map((objectName) => ({ ...pause, id: newId('pau'), objectName })))
    .execute()
  await tx
    .deleteFrom('pauses')
    .where('installationId', '=', pause.installationId)
    .where((is) =>
      is.or([
        is('id', '<', earliestId('pau', getNowMs() - pausesKeptDays * 86_400_000)),
        is(
          'id',
          '<=',
          pauseQuery(tx, pause.installationId)
            .clearSelect()
            .select('id')
            .orderBy('id', 'desc')
            .offset(pausesKept)
            .limit(1),
        ),
      ]),
    )
    .execute()
}

export const pauseQuery = (db: Db, installationId: InstallationId) =>
  db.selectFrom('pauses').selectAll().where('installationId', '=', installationId)

/**
 * Removes configurations superseded before the given time, except those that a running operation
 * uses. Returns how many were removed.
 */
export async function removeConfigs(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const cutOff = earliestId('conf', before.getTime())
  const { numAffectedRows } = await sql`delete from configs where id = any(array(
    select c.id from configs c
     where c.id < ${cutOff}
       and exists (select from configs n
         where n.installation_id = c.installation_id and n.id > c.id and n.id < ${cutOff})
       and not exists (select from installations i
         where i.id = c.installation_id and i.config_id = c.id)
       and not exists (select from operations o
         where o.installation_id = c.installation_id and o.config_id = c.id
           and o.status = 'in_progress')
     order by c.id limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}

/** Replaces an actor and removes their notes. Returns the events about it. */
export async function renameActors(
  tx: Db,
  actors: string[],
  instead: string,
): Promise<{ eventIds: EventId[]; installationIds: InstallationId[] }> {
  for (const table of ['installations', 'configs'] as const) {
    await tx
      .updateTable(table)
      .set({ createdBy: instead })
      .where('createdBy', 'in', actors)
      .execute()
  }
  await tx
    .updateTable('installationObjects')
    .set({ pausedBy: instead, pausedReason: `Paused by an ${instead}.` })
    .where('pausedBy', 'in', actors)
    .execute()
  const pauses = await tx
    .updateTable('pauses')
    .set({ createdBy: instead, note: null })
    .where('createdBy', 'in', actors)
    .returning(['eventId', 'installationId'])
    .execute()
  return {
    eventIds: pauses.flatMap(({ eventId }) => eventId ?? []),
    installationIds: [...new Set(pauses.map(({ installationId }) => installationId))],
  }
}
