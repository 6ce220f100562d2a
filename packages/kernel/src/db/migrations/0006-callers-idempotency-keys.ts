import { sql, type Kysely } from 'kysely'

/**
 * An Idempotency-Key belongs to its caller, whatever tenant the request is about: requests about an
 * organization store replies too, and one key is found again from another project.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop policy tenant on idempotency_keys`.execute(db)
  await sql`alter table idempotency_keys no force row level security`.execute(db)
  await sql`alter table idempotency_keys disable row level security`.execute(db)
}
