import { sql } from 'kysely'
import type { Database, Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'

/** Returns the result of a query, and how many rows of the matching tables were read for it. */
export async function rowsRead(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  { tables, look }: { tables: RegExp; look: (db: Db) => Promise<readonly unknown[]> },
): Promise<{ found: number; read: number }> {
  return inTransaction(database.tenant(tenantId), async (tx) => {
    // Rows of the previous transaction may still be counted late, so the difference matters.
    const readSoFar = async () => {
      const { rows } = await sql<{ read: number }>`
        select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int as read
          from pg_stat_xact_user_tables where relname ~ ${tables.source}`.execute(tx)
      return rows[0]?.read ?? 0
    }
    const before = await readSoFar()
    const found = await look(tx)
    return { found: found.length, read: (await readSoFar()) - before }
  })
}
