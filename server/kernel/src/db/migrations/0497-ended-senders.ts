import { sql, type Kysely } from 'kysely'

/**
 * Dead senders stay for two minutes, because their sessions may still commit deliveries that they
 * hold. Versions before this one remove them at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table senders
      add column ended_time timestamptz,
      add column sweep_time timestamptz
  `.execute(db)
}
