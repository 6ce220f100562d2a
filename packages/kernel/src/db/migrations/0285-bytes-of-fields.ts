import { sql, type Kysely } from 'kysely'

/**
 * What is kept of custom fields and of watched schemas counts among the bytes that a project stores:
 * how much that is, is up to accounts at providers and to who names fields.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function bytes_of(kept custom_fields) returns bigint stable language sql as $$
      select octet_length(kept.object_name) + octet_length(kept.field_name)
        + octet_length(kept.display_name) + octet_length(kept.value_type)
        + coalesce(octet_length(kept.metadata::text), 0) + octet_length(kept.warnings::text)
        + coalesce(octet_length(kept.error), 0)
    $$;
    create function bytes_of(kept watched_schemas) returns bigint stable language sql as $$
      select octet_length(kept.object_name) + octet_length(kept.fields::text)
    $$;
    create function count_bytes_of_fields() returns trigger language plpgsql as $$
    declare
      added bigint := case when tg_op = 'DELETE' then 0 else bytes_of(new) end
        - case when tg_op = 'INSERT' then 0 else bytes_of(old) end;
    begin
      if added <> 0 then
        insert into stored_bytes (project_id, bytes)
          select id, added from projects
           where id = case when tg_op = 'DELETE' then old.project_id else new.project_id end;
      end if;
      return null;
    end $$;
    create trigger count_bytes after insert or update or delete on custom_fields
      for each row execute function count_bytes_of_fields();
    create trigger count_bytes after insert or update or delete on watched_schemas
      for each row execute function count_bytes_of_fields();
  `.execute(db)
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  await sql`insert into stored_bytes (project_id, bytes)
    select project_id, sum(bytes) from (
      select project_id, bytes_of(c) as bytes from custom_fields c
      union all select project_id, bytes_of(w) from watched_schemas w) stored group by 1`.execute(
    db,
  )
}
