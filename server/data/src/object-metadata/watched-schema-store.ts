import { storableJson } from '@platform/kernel/values'
import type { FieldMetadata, InstallationId } from '@platform/contract'
import { sql, type Insertable } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'

export const findSchemas = (db: Db, installationId: InstallationId) =>
  db.selectFrom('watchedSchemas').selectAll().where('installationId', '=', installationId).execute()

/**
 * Replaces the fields seen at the given time; returns false if another process has already replaced
 * them.
 */
export async function replaceSchema(
  tx: Db,
  row: Omit<Insertable<Tables['watchedSchemas']>, 'fields' | 'checkTime'> & {
    fields: Record<string, FieldMetadata>
  },
  seenTime: Date | undefined,
): Promise<boolean> {
  const fields = storableJson(row.fields)
  const { connectionId } = row
  const checkTime = sql<Date>`clock_timestamp()`
  const kept = await tx
    .insertInto('watchedSchemas')
    .values({ ...row, fields, checkTime })
    .onConflict((conflict) =>
      conflict
        .columns(['installationId', 'objectName'])
        .doUpdateSet({ fields, connectionId, checkTime })
        .where(
          sql`date_trunc('milliseconds', watched_schemas.check_time)`,
          '=',
          seenTime ?? new Date(0),
        ),
    )
    .returning('objectName')
    .executeTakeFirst()
  return kept !== undefined
}

/** Removes the objects that are no longer watched: all but these. */
export const forgetSchemas = (
  db: Db,
  installationId: InstallationId,
  except: readonly string[] = [],
) =>
  db
    .deleteFrom('watchedSchemas')
    .where('installationId', '=', installationId)
    .$if(except.length > 0, (query) => query.where('objectName', 'not in', except))
    .execute()
