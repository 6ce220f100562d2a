import type pg from 'pg'

/** Ends a connection that may be broken already: what it held PostgreSQL gives up by itself. */
export async function closeClient(client: pg.Client | undefined): Promise<void> {
  // It cannot be told that we leave, and need not be.
  await client?.end().catch(() => {})
}
