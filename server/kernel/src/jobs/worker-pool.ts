import type pg from 'pg'
import { openPool } from '../db/client.ts'
import type { Database } from '../db/database.ts'
import { isDatabaseOutOfReach } from '../db/errors.ts'

/** Opens a pool for graphile-worker, which outages do not end and whose idle workers search together. */
export function openWorkerPool(database: Database, { max }: { max: number }): pg.Pool {
  const pool = openPool({ ...database.poolConfig, max })
  retryWhileAway(pool)
  shareEmptySearches(pool)
  return pool
}

/**
 * Error code that graphile-worker retries when it records the end of a job: the server is starting.
 */
const retriedCode = '57P03'

type ConnectListener = NonNullable<Parameters<pg.Pool['connect']>[0]>

/**
 * graphile-worker releases the connection that listens for jobs a second time if it fails while the
 * worker stops; the pool's complaint would be an unhandled rejection.
 */
const releaseOnce =
  (listener: ConnectListener): ConnectListener =>
  (error, client, release) => {
    if (error) return listener(error, client, release)
    let isReleased = false
    listener(undefined, client, (reason) => {
      if (!isReleased) release(reason)
      isReleased = true
    })
  }

/**
 * Gives connection errors of the pool the code that graphile-worker retries while the database is
 * unavailable. With any other code, the failure becomes an unhandled rejection, which ends the
 * process.
 */
function retryWhileAway(pool: pg.Pool): void {
  const retryFailed = <T>(result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      if (!isDatabaseOutOfReach(error)) throw error
      const { message } = error as Error
      throw Object.assign(new Error(message, { cause: error }), { code: retriedCode })
    })
  const connect = pool.connect.bind(pool)
  pool.connect = ((listener?: ConnectListener) =>
    listener ? connect(releaseOnce(listener)) : retryFailed(connect())) as typeof pool.connect
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const result = query(...args)
      return result instanceof Promise ? retryFailed(result) : result
    }) as typeof client.query
  })
}

/** Whether graphile-worker looks for the next job of a worker by this statement. */
const isSearch = (statement: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' &&
  statement !== null &&
  String((statement as pg.QueryConfig).name).startsWith('get_job')

/**
 * Answers a worker that waits for a connection to look for a job: if an equal search, begun since, found none,
 * this one would find none either. When a process starts, each of its hundreds of workers looks once; that
 * then takes a query per connection instead of one per worker.
 *
 * A search during which another one found a job counts for itself alone, because the two may have hidden free
 * queues from each other.
 */
function shareEmptySearches(pool: pg.Pool): void {
  let step = 0
  let found = 0
  const waitingSince = new WeakMap<pg.ClientBase, number>()
  /** When the last search without a result began, by its parameters. */
  const emptySince = new Map<string, number>()

  const connect = pool.connect.bind(pool)
  pool.connect = ((listener?: Parameters<typeof connect>[0]) => {
    if (listener) return connect(listener)
    const since = ++step
    return connect().then((client) => {
      waitingSince.set(client, since)
      return client
    })
  }) as typeof pool.connect
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const search = async (statement: pg.QueryConfig) => {
      const key = JSON.stringify(statement.values)
      const since = waitingSince.get(client) ?? Infinity
      if ((emptySince.get(key) ?? 0) > since) return { rows: [] }
      const beganAt = ++step
      const foundBefore = found
      const result = (await query(statement)) as pg.QueryResult
      if (result.rows.length > 0) found++
      else if (found === foundBefore) emptySince.set(key, beganAt)
      return result
    }
    client.query = ((...args: unknown[]) =>
      isSearch(args[0]) ? search(args[0]) : query(...args)) as typeof client.query
  })
}
