import pg from 'pg'
import { hearDatabaseTime } from '../values/database-clock.ts'
import { sessionSettings } from './session-settings.ts'

const ofConnections = new WeakSet<object>()

/** Sets those that this version of PostgreSQL has, and returns the time of the primary. */
const setAll = `select set_config(name, value, false),
    case when not pg_is_in_recovery() then extract(epoch from clock_timestamp())::float8 * 1000 end as now
  from unnest($1::text[], $2::text[]) _ (name, value) where current_setting(name, true) is not null`

/** PostgreSQL settings of a connection, by name. */
export type ClientSettings = Record<string, string>

/**
 * A connection to PostgreSQL whose failure fails its statements, never the process. Its errors are
 * marked as database errors, because `read ECONNRESET` looks the same for connections of providers
 * and callers. Its settings, in addition to those of every session, are sent as a statement,
 * because poolers drop those of the startup message.
 */
export class PgClient extends pg.Client {
  readonly #settings: ClientSettings
  /** Known once it is open. */
  protected isAtStandby = false

  constructor({ settings = {}, ...config }: pg.ClientConfig & { settings?: ClientSettings } = {}) {
    super(config)
    this.#settings = { ...sessionSettings, ...settings }
    // A failure rejects the pending statements; without a listener it would end the process.
    this.on('error', () => {})
    // Runs before the driver's own listener, which rejects pending queries with the same error.
    this.connection.on('error', markOfConnection)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const opened = this.open()
    if (!callback) return opened
    // oxlint-disable-next-line promise/no-callback-in-promise -- the pool gives one
    opened.then(() => (callback as (error?: Error) => void)(), callback)
    return undefined
  }

  protected async open(): Promise<pg.Client> {
    await super.connect()
    try {
      const askedAt = performance.now()
      const values = [Object.keys(this.#settings), Object.values(this.#settings)]
      const { rows } = await this.query<{ now: number | null }>(setAll, values)
      const now = rows.at(-1)?.now
      this.isAtStandby = now === null
      if (now !== null && now !== undefined) hearDatabaseTime(now, askedAt)
    } catch (error) {
      await closeClient(this)
      throw error
    }
    return this
  }
}

/** Marks an error as one of a connection to PostgreSQL, with those of the addresses that were tried. */
export function markOfConnection<Failure extends object>(error: Failure): Failure {
  ofConnections.add(error)
  if (error instanceof AggregateError) for (const one of error.errors) ofConnections.add(one)
  return error
}

export const isOfConnection = (error: object): boolean => ofConnections.has(error)

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

/**
 * Sends a statement without reading its rows. Uses the driver's callback API: with promises, sent
 * data survives minor garbage collections, and a thousand batches a second fill the heap.
 */
export const sendStatement = (client: pg.ClientBase, statement: pg.QueryConfig): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(statement, (error: Error | null) => (error ? reject(error) : resolve()))
  })

/**
 * Timeout for statements that prove that this process is alive. After a network failure, TCP would
 * report the lost reply only after about 15 minutes.
 */
export const answeredSoon = { query_timeout: 4_000 }
