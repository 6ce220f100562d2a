import { sql, type Kysely } from 'kysely'

/**
 * The packages for others, of this version of the server and of those before: a lockfile that names an
 * older one still finds it after an upgrade.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table published_packages (
      name text not null,
      version text not null,
      manifest jsonb not null,
      integrity text not null,
      shasum text not null,
      tarball bytea not null,
      publish_time timestamptz not null default now(),
      primary key (name, version)
    )
  `.execute(db)
}
