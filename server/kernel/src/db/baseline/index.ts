import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { createPartitions } from '../partitions.ts'

/**
 * The files of the baseline, one per domain that owns tables, each after those whose tables it
 * references.
 */
const files = [
  'db',
  'access',
  'organizations',
  'projects',
  'secrets',
  'http',
  'jobs',
  'sign-in',
  'audit',
  'notifications',
  'downloads',
  'connections',
  'integrations',
  'installations',
  'operations',
  'sync',
  'write',
  'subscribe',
  'object-metadata',
  'npm',
  'main',
] as const

/**
 * Creates the schema as of the baseline in an empty database. Later changes are migrations; the
 * files never change.
 */
export async function createBaseline(db: Kysely<unknown>): Promise<void> {
  for (const name of files) {
    const text = await readFile(new URL(`${name}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
  await createPartitions(db, { name: 'events', idPrefix: 'evt' })
  await createPartitions(db, { name: 'deliveries', idPrefix: 'evt', storage: 'fillfactor = 25' })
}
