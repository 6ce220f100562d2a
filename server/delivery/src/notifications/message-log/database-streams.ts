import { hash } from 'node:crypto'
import type { Database } from '@platform/kernel/db/database'
import { findForeignStreams, identifyDatabase } from './log-store.ts'
import { MessageLogError } from './message-log.ts'

/** Entries stay in the log for this many days after their events have expired. */
export const spareDays = 7

/** Reports whether messages of this database are in streams that belong to another. */
export const hasForeignStreams = async (database: Database): Promise<boolean> =>
  (await findForeignStreams(database.everything)).length > 0

/**
 * Returns the beginning of the names of the streams of a database.
 * @throws MessageLogError if its messages are in streams of another database, whose entries would be
 * removed as unknown ones
 */
export async function nameStreams(database: Database, wanted: string | undefined): Promise<string> {
  const { identity, stream } = await identifyDatabase(database.everything)
  const digest = hash('sha256', identity, 'hex')
  const own = wanted ?? `platform-${digest.slice(0, 12)}`
  const used = stream?.replace(/-\d+$/, '')
  if (used === undefined || used === own) return own
  throw new MessageLogError(
    'settings',
    `The database is a copy: its messages are in the streams ${used} of the message log, which belong to the database that it was copied from. If that one is not used any more, set PLATFORM_LOG_NAME=${used}.`,
  )
}
