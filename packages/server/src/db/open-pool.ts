import pg from 'pg'
import type { Settings } from './client.ts'

/** A pool whose connections may break: without a listener each of them would end the process. */
export function openPool(config: pg.PoolConfig & { settings?: Settings }): pg.Pool {
  const pool = new pg.Pool(config)
  // An idle one is replaced at the next use.
  pool.on('error', () => {})
  // One in use fails its query, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
