import pg from 'pg'
import type { PgClient, ClientSettings } from './client.ts'

export type PoolConfig = pg.PoolConfig & { Client: typeof PgClient; settings?: ClientSettings }

/**
 * Opens a pool that survives broken connections: a query in progress fails, and the pool drops the
 * connection.
 */
export function openPool(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // An idle connection is replaced at its next use; without a listener its failure would end the
  // process.
  pool.on('error', () => {})
  // `PgClient` has its own listener, but graphile-worker warns unless it sees one here.
  pool.on('connect', () => {})
  return pool
}
