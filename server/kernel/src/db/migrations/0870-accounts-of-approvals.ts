import { sql, type Kysely } from 'kysely'

/** The customer's account that an approval is about; empty for the default one, as in installations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table approvals add column instance text collate "C" not null default '';
    update approvals set instance = installations.instance
      from installations
      where installations.id = approvals.installation_id and installations.instance <> ''
  `.execute(db)
}
