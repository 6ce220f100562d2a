import pg from 'pg'
import { closeClient } from './close-client.ts'

const ofConnections = new WeakSet<object>()

/** PostgreSQL settings of a connection, by name. */
export type ClientSettings = Record<string, string>

/**
 * A connection to PostgreSQL whose failure fails its statements, never the process. Its errors are
 * marked as database errors, because `read ECONNRESET` looks the same for connections of providers
 * and callers. Its settings are sent as a statement, because poolers drop those of the startup
 * message.
 */
export class PgClient extends pg.Client {
  readonly #settings: ClientSettings

  constructor({ settings = {}, ...config }: pg.ClientConfig & { settings?: ClientSettings } = {}) {
    super(config)
    this.#settings = settings
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
    const names = Object.keys(this.#settings)
    if (names.length === 0) return this
    try {
      await this.query(
        'select set_config(name, value, false) from unnest($1::text[], $2::text[]) _ (name, value)',
        [names, Object.values(this.#settings)],
      )
    } catch (error) {
      await closeClient(this)
      throw error
    }
    return this
  }
}

export const isOfConnection = (error: object): boolean => ofConnections.has(error)
