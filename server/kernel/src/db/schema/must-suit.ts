import type pg from 'pg'
import { getFirst } from '../../values/must.ts'

/** The server is too old, or the new database cannot store all text. */
export class UnsuitableDatabaseError extends Error {
  override name = 'UnsuitableDatabaseError'
}

const minVersion = 15

/**
 * Rejects a database that would fail later. One with another encoding is rejected while it is
 * empty: the encoding of a database cannot be changed.
 * @throws UnsuitableDatabaseError
 */
export async function mustSuit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; isNew: boolean }>(
    `select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
            to_regclass('public.kysely_migration') is null as "isNew"
       from pg_database where datname = current_database()`,
  )
  const { version, encoding, isNew } = getFirst(rows)
  if (Number.parseInt(version) < minVersion) {
    throw new UnsuitableDatabaseError(
      `PostgreSQL ${version} is too old: upgrade it to ${minVersion} or newer.`,
    )
  }
  if (isNew && encoding !== 'UTF8') {
    throw new UnsuitableDatabaseError(
      `The encoding of the database is ${encoding}, which cannot store all text: create the database with encoding 'UTF8' template template0.`,
    )
  }
}
