import { sql, type Kysely } from 'kysely'

/**
 * Records of the audit log expire, by the owner's hand and after 30 days at the earliest: who wants
 * to hide what they did today finds no way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Records come in order of time, so this index costs an insertion next to nothing.
    create index audit_log_time on audit_log using brin (time);

    create function refuse_unless_expired() returns trigger language plpgsql as $$
    begin
      if old.time < now() - interval '30 days'
        and old.time < nullif(current_setting('platform.audit_log_kept_from', true), '')::timestamptz
      then return old; end if;
      raise exception '% is append-only', tg_table_name;
    end $$;
    drop trigger append_only on audit_log;
    create trigger append_only before update or truncate on audit_log
      for each statement execute function refuse_change();
    create trigger expire_only before delete on audit_log
      for each row execute function refuse_unless_expired();
  `.execute(db)
}
