import pg from 'pg'
import type { PgClient, ClientSettings } from './client.ts'

export type PoolConfig = pg.PoolConfig & { Client: typeof PgClient; settings?: ClientSettings }

/** Opens a pool whose connections may break: one in use fails its query, and the pool drops it. */
export function openPool(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // An idle connection is replaced at the next use; without a listener its break would end the process.
  pool.on('error', () => {})
  // A `Client` listens by itself; graphile-worker warns where it sees no listener here.
  pool.on('connect', () => {})
  return pool
}
