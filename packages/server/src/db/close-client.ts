import type pg from 'pg'

/** How long the other side is given to part in order: it may be out of reach. */
const partWithinMs = 1_000

/** Ends a connection that may be broken already: what it held PostgreSQL gives up by itself. */
export async function closeClient(client: pg.Client | undefined): Promise<void> {
  if (!client) return
  const timer = setTimeout(() => client.connection.stream.destroy(), partWithinMs)
  // The server cannot be notified of the end, and need not be.
  await client.end().catch(() => {})
  clearTimeout(timer)
}
