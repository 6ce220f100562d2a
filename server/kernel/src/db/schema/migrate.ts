import { Kysely, sql } from 'kysely'
import type pg from 'pg'
import { schemaLock } from '../advisory-locks.ts'
import { createBaseline } from '../baseline/index.ts'
import { replacedMigrations } from '../baseline/replaced-migrations.ts'
import { buildIndex, type ConcurrentIndex, type ProgressLog } from './concurrent-index.ts'
import type { Database } from '../database.ts'
import { PreparedDialect } from '../dialect.ts'
import { isDeadlock } from '../errors.ts'
import { migrations as ownMigrations } from '../migrations/index.ts'
import { PreparedConnection } from '../prepared.ts'
import { grantToRoles } from './rights.ts'
import { getNow } from '../../values/database-clock.ts'

/** The database was upgraded by a newer version that this version is incompatible with. */
export class TooNewError extends Error {
  override name = 'TooNewError'
}

/** The database was last migrated by a version from before the baseline, and lacks some of its steps. */
export class TooOldError extends Error {
  override name = 'TooOldError'
}

/**
 * One step of the schema after the baseline. It must be compatible with the previous version, so that upgrades can be
 * rolling and reverted; otherwise it must set `breaksVersionBefore`.
 */
export interface SchemaMigration {
  /** Changes the schema, in a transaction. */
  up?: (tx: Kysely<unknown>) => Promise<void>
  /** Built before that, outside a transaction and without blocking processes that use the table. */
  index?: ConcurrentIndex
  /** Whether the previous version cannot work with the schema from here on. */
  breaksVersionBefore?: boolean
  /** `rightsDigest` from here on, if it differs from before. */
  rights?: string
}

/**
 * Migrates the schema to this version and returns what was applied: the `baseline` in a new
 * database, then migrations. A newer schema is left unchanged.
 * @throws TooNewError if a newer version declared this one incompatible
 * @throws TooOldError if steps that the baseline replaces are missing
 */
export const migrate = (
  database: Database,
  {
    migrations = ownMigrations,
    areAll = true,
    also = async () => {},
    log,
  }: {
    migrations?: Record<string, SchemaMigration>
    /**
     * Whether all migrations were requested; if not, roles get their rights after the remaining
     * ones.
     */
    areAll?: boolean
    /** Grants rights on further tables to the roles. */
    also?: (client: pg.Client) => Promise<void>
    /** Reports the progress of long builds. */
    log?: ProgressLog | undefined
  } = {},
): Promise<string[]> =>
  database.asOwner(async (client) => {
    const lockSchema = () => client.query('select pg_advisory_lock($1, $2)', [...schemaLock])
    await lockSchema()
    const db = handleOn(client)
    const known = await listKnownMigrations(db)
    const isNew = known.length === 0
    if (isNew) await db.transaction().execute(createAndRecordBaseline)
    else {
      mustHaveBaseline(
        known.map(({ name }) => name),
        'The database is of a development version: start the last version with migrations up to 0495 on it once, then this version.',
      )
    }
    mustFit(known, migrations)
    const missing = Object.entries(migrations).filter(
      ([name]) => !known.some((one) => one.name === name),
    )
    const applied = isNew ? ['baseline'] : []
    for (const [name, migration] of missing) {
      const { index } = migration
      if (index && !isNew) {
        await client.query('select pg_advisory_unlock($1, $2)', [...schemaLock])
        await buildIndex(database, index, { log })
        await lockSchema()
      }
      await retryAfterDeadlocks(async () => {
        if (await applyMigration(db, name, migration, { isNew })) applied.push(name)
      })
    }
    await also(client)
    // A newer version has granted rights that this one does not know and would revoke.
    const isNewer = known.some(({ name }) => !(name in migrations) && !replaced.has(name))
    if (areAll && !isNewer && database.hasSeparateRoles) {
      await retryAfterDeadlocks(() => grantToRoles(client))
    }
    return applied
  })

const replaced = new Set(replacedMigrations)

/** Returns false if another process applied it while this one built an index. */
const applyMigration = (
  db: Kysely<unknown>,
  name: string,
  { up, index, breaksVersionBefore = false }: SchemaMigration,
  { isNew }: { isNew: boolean },
) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from kysely_migration where name = ${name}`.execute(tx)
    if (rows.length > 0) return false
    if (index && isNew) {
      await sql.raw(`create index ${index.name} ${index.definition}`).execute(tx)
    }
    await up?.(tx)
    await sql`insert into kysely_migration (name, timestamp, breaks_version_before)
      values (${name}, ${getNow().toISOString()}, ${breaksVersionBefore})`.execute(tx)
    return true
  })

/**
 * Creates the baseline and records the migrations that it replaces, so that a process of a version
 * that still contains them finds nothing to do.
 */
async function createAndRecordBaseline(tx: Kysely<unknown>): Promise<void> {
  await createBaseline(tx)
  await sql`insert into kysely_migration (name, timestamp)
    select name, ${getNow().toISOString()} from unnest(${replacedMigrations}::text[]) name`.execute(
    tx,
  )
}

/** @throws TooOldError if not all migrations that the baseline replaces were applied */
export function mustHaveBaseline(applied: readonly string[], remedy: string): void {
  const absent = replacedMigrations.filter((name) => !applied.includes(name))
  if (absent.length === 0) return
  throw new TooOldError(
    `${remedy} It lacks ${absent.join(', ')}, which this version no longer contains (docs/decisions/0016-schema.md).`,
  )
}

/**
 * Retries a schema change after a deadlock with processes that use the tables, of which PostgreSQL
 * fails either side.
 */
async function retryAfterDeadlocks(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (!isDeadlock(error) || attempt === maxAttempts) throw error
    }
  }
}

/** Each attempt takes at least the second after which PostgreSQL detects deadlocks. */
const maxAttempts = 20

interface Known {
  name: string
  breaksVersionBefore: boolean
}

async function listKnownMigrations(db: Kysely<unknown>): Promise<Known[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = to_regclass('public.kysely_migration') and attnum > 0`.execute(db)
  // The names are those of the library that first stored them.
  if (columns.length === 0) {
    await sql`create table kysely_migration (
      name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db)
  }
  // Not "if not exists", which would lock the table at every start.
  if (!columns.some(({ name }) => name === 'breaks_version_before')) {
    await sql`alter table kysely_migration
      add column breaks_version_before boolean not null default false`.execute(db)
  }
  const { rows } = await sql<Known>`
    select name, breaks_version_before as "breaksVersionBefore" from kysely_migration`.execute(db)
  return rows
}

function mustFit(known: Known[], migrations: Record<string, SchemaMigration>): void {
  const breaking = known.filter(({ name, breaksVersionBefore }) => {
    return breaksVersionBefore && !(name in migrations)
  })
  if (breaking.length === 0) return
  throw new TooNewError(
    `A newer version has migrated the database (${breaking.map(({ name }) => name).join(', ')}), and this version is not compatible with it: start the newer version, or restore an earlier backup.`,
  )
}

function handleOn(client: pg.Client): Kysely<unknown> {
  const connection = new PreparedConnection(client)
  return new Kysely<unknown>({ dialect: new PreparedDialect(() => Promise.resolve(connection)) })
}
