import { sql, type Kysely } from 'kysely'

/**
 * Members may have roles in single projects. They are `limited` in the organization: a process of the
 * version before does not know the role, and answers them nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table memberships
      add project_roles jsonb not null default '{}',
      drop constraint memberships_role_check,
      add constraint memberships_role_check
        check (role in ('owner', 'admin', 'member', 'limited'));
  `.execute(db)
}
