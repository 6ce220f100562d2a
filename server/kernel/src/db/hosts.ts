import type pg from 'pg'
import { type ClientSettings, PgClient, closeClient, markOfConnection } from './client.ts'
import { isDatabaseOutOfReach } from './errors.ts'

/**
 * The servers of a `DATABASE_URL` with several hosts, such as
 * `postgresql://user@one:5432,two:5432/database`: a primary, and standbys that may be promoted. A
 * connection to a standby is closed immediately, so that connections go to the primary.
 */
export interface Hosts {
  /**
   * Replaces the client of `pg`: each client first tries the server that last accepted a
   * connection.
   */
  Client: typeof PgClient
  /** Connects, retrying once per further server. */
  reach<Reached>(connect: () => Promise<Reached>): Promise<Reached>
  /** Timeout per server. */
  connectionTimeoutMillis: number
}

const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*,[^/?]*)(.*)$/s

/**
 * With `wantsStandby`, connections go to a standby instead, and are closed if they reach a primary.
 */
export function createHosts(
  connectionString: string,
  { wantsStandby = false }: { wantsStandby?: boolean } = {},
): Hosts {
  const count = severalHosts.exec(connectionString)?.[2]?.split(',').length ?? 1
  if (count === 1) {
    return {
      Client: wantsStandby ? PgClient : ClientOfPrimary,
      reach: (connect) => connect(),
      connectionTimeoutMillis: 10_000,
    }
  }
  let current = 0
  /** If another client has already switched to the next host, keep it. */
  const leave = (host: number) => {
    if (host === current) current = (current + 1) % count
  }

  class ClientOfSeveral extends PgClient {
    readonly #host: number
    #isStandby = false

    constructor(config: pg.ClientConfig & { settings?: ClientSettings } = {}) {
      const host = current
      super({ ...config, connectionString: withHost(config.connectionString ?? '', host) })
      this.#host = host
      // PostgreSQL reports this before it accepts the first statement.
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
      })
    }

    protected override async open(): Promise<pg.Client> {
      try {
        await super.open()
      } catch (error) {
        leave(this.#host)
        throw error
      }
      if (this.#isStandby === wantsStandby) return this
      leave(this.#host)
      await closeClient(this)
      throw rejectServer(this.#isStandby ? 'a standby' : 'the primary')
    }
  }

  return {
    Client: ClientOfSeveral,
    async reach(connect) {
      for (let tried = 1; ; tried++) {
        try {
          return await connect()
        } catch (error) {
          if (tried > count || !isDatabaseOutOfReach(error)) throw error
        }
      }
    },
    connectionTimeoutMillis: 3_000,
  }
}

/**
 * Keeps no connection to a standby. After a failover, the name of a primary may lead to one for a while,
 * and connections that stay there could never write.
 */
class ClientOfPrimary extends PgClient {
  protected override async open(): Promise<pg.Client> {
    await super.open()
    if (!this.isAtStandby) return this
    await closeClient(this)
    throw rejectServer('a standby')
  }
}

const rejectServer = (kind: string) =>
  markOfConnection(Object.assign(new Error(`The database is ${kind}.`), { code: 'ECONNREFUSED' }))

interface Parameter {
  parameterName: string
  parameterValue: string
}

const withHost = (connectionString: string, host: number) =>
  connectionString.replace(
    severalHosts,
    (_whole, head: string, hosts: string, tail: string) =>
      `${head}${hosts.split(',')[host] ?? ''}${tail.replaceAll(/([?&])target_session_attrs=[^&]*&?/g, '$1')}`,
  )
