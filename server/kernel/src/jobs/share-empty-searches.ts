import type pg from 'pg'

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
export function shareEmptySearches(pool: pg.Pool): void {
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
