import { sql, type Kysely } from 'kysely'

/**
 * Notes what each statement adds or takes away in a row of its own. One row for all of a project
 * would make changes that have nothing else in common fail each other: `If-Match` is repeatable read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stored_bytes drop constraint stored_bytes_pkey;
    create index on stored_bytes (project_id);

    create or replace function count_stored_bytes() returns trigger language plpgsql as $$
    begin
      insert into stored_bytes (project_id, bytes)
        select c.project_id,
          sum(octet_length(c.content::text)) * case tg_op when 'INSERT' then 1 else -1 end
          from changed c join projects p on p.id = c.project_id
         group by 1;
      return null;
    end $$;
  `.execute(db)
}
