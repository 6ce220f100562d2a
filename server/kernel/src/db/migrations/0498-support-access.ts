import { sql, type Kysely } from 'kysely'

/** Whether an end user lets the builder's team view delivered records. Earlier versions ignore it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installations add column support_access boolean not null default false`.execute(
    db,
  )
}
