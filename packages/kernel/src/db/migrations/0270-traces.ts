import { sql, type Kysely } from 'kysely'

/** Whoever delivers an event, or goes on with a run, joins the trace of what caused it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add traceparent text;
    alter table operations add traceparent text;
  `.execute(db)
}
