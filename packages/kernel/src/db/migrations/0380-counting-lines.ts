import { sql, type Kysely } from 'kysely'

/** The line that counts on is found without looking at the others of its operation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index operation_logs_counting on operation_logs (operation_id, id)
      where message -> 'counted' is not null;
  `.execute(db)
}
