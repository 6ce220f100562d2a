import { sql, type Kysely } from 'kysely'

/** Names the member who began a sign-in, which ends when the member is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Row-level security hides members from a project, and sessions from an organization, but not from a
  // foreign key. The table is small, because sessions are deleted.
  await sql`
    alter table connect_sessions add column org_id text, add column builder_id text,
      add foreign key (org_id, builder_id) references memberships (org_id, builder_id) on delete cascade;
    create index on connect_sessions (builder_id) where builder_id is not null;
  `.execute(db)
}
