import { sql, type Kysely } from 'kysely'

/**
 * Rejects a key that is limited to a destination without the mark of such keys. An earlier version, which does
 * not know the limit, would write it when it rotates or changes the key, and then accept the key everywhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys add constraint api_keys_mark check (
      destination_id is null or starts_with(encode(hash, 'escape'), 'receiving:')) not valid;
  `.execute(db)
}
