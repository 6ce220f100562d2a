import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Database } from './database.ts'
import { migrations } from './migrations/index.ts'

/**
 * Brings the schema up to date. Processes that start together wait for each other. Migrations only
 * go forward and suit the previous version too, so that an upgrade can roll.
 */
export async function migrate(database: Database): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...database.poolConfig, max: 2 }) }),
  })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
