import { sql, type Kysely } from 'kysely'

/** One lease per object of an account, whichever projects are connected to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from field_leases`.execute(db)
  await sql`
    alter table field_leases
      drop constraint field_leases_pkey,
      add primary key (account, object_name)`.execute(db)
  await sql`create index on field_leases (project_id)`.execute(db)
}
