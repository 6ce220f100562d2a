import pg from 'pg'
import { hearDatabaseTime } from '../values/database-clock.ts'
import { closeClient } from './close-client.ts'
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

  constructor({ settings = {}, ...config }: pg.ClientConfig & { settings?: ClientSettings } = {}) {
    super(config)
    this.#settings = { ...sessionSettings, ...settings }
    // A failure rejects the pending statements; without a listener it would end the process.
    this.on('error', () => {})
    // Runs before the driver's own listener, which rejects pending queries with the same error.
    this.connection.on('error', (error: object) => ofConnections.add(error))
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
      if (now !== null && now !== undefined) hearDatabaseTime(now, askedAt)
    } catch (error) {
      await closeClient(this)
      throw error
    }
    return this
  }
}

export const isOfConnection = (error: object): boolean => ofConnections.has(error)
