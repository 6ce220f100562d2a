import pg from 'pg'

const ofConnections = new WeakSet<object>()

/**
 * A connection to PostgreSQL whose breaks are known as such: `read ECONNRESET` is said in the same
 * words, and from the same lines, of a provider's connection and of a caller's.
 */
export class Client extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config)
    // Before the driver's own listener, which fails the queries that wait with the same error.
    this.connection.on('error', (error: object) => ofConnections.add(error))
  }
}

export const isOfConnection = (error: object): boolean => ofConnections.has(error)
