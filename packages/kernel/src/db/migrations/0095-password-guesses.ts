import { sql, type Kysely } from 'kysely'

/** How often a wrong password was given for an address, and the code that was mailed there for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth.password_guesses (
      account text primary key,
      guesses integer not null,
      last_time timestamptz not null default now(),
      code_hash text,
      code_time timestamptz
    );
    create index on auth.password_guesses (last_time);
  `.execute(db)
}
