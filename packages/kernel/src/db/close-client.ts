import type pg from 'pg'

/** How long a graceful close may take: the other side may be unreachable. */
const partWithinMs = 1_000

/** Ends a connection that may already be broken; PostgreSQL releases its locks by itself. */
export async function closeClient(client: pg.Client | undefined): Promise<void> {
  if (!client) return
  const timer = setTimeout(() => client.connection.stream.destroy(), partWithinMs)
  // The server cannot be notified of the end, and need not be.
  await client.end().catch(() => {})
  clearTimeout(timer)
}
