import { sql, type Kysely } from 'kysely'

/**
 * Which sessions have ended, however they did: their tokens, which live for 15 minutes, end with
 * them. Replies that were kept unsealed are forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth.ended_sessions (
      id text primary key,
      end_time timestamptz not null default now()
    );
    create index on auth.ended_sessions (end_time);
    create function auth.note_ended_session() returns trigger language plpgsql as $$
    begin
      insert into auth.ended_sessions (id) values (old.id) on conflict do nothing;
      delete from auth.ended_sessions where end_time < now() - interval '20 minutes';
      return null;
    end $$;
    create trigger note_end after delete on auth.session
      for each row execute function auth.note_ended_session();

    delete from idempotency_keys where project_id is null;
  `.execute(db)
}
