import { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { PreparedDialect } from './dialect.ts'
import { PreparedConnection } from './prepared-connection.ts'
import { rowLevelRole } from './row-level-role.ts'
import type { Tables } from './tables.ts'

// Timestamps stay text in RFC 3339 on their way from the table to the wire.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A handle on the rows of one tenant (or on all, `Database.everything`). Rules take it first. */
export type Db = Kysely<Tables>

type ScopedClient = pg.PoolClient & { scope?: string; prepared?: PreparedConnection }

/** Sees every tenant's rows; what row-level security compares with besides a tenant's ID. */
const everyTenant = '*'

export interface Database {
  /** Sees only rows of this project or organization: row-level security hides all others. */
  tenant(tenantId: string): Db
  /** Sees all rows: for the engine, and for finding out to which tenant a credential belongs. */
  everything: Db
  /**
   * A bare connection that sees all rows, for hot paths: from a few that are theirs, so that they
   * do not wait behind requests. Release it.
   */
  connect(): Promise<pg.PoolClient>
  /** A new connection of its own, outside the pool, for LISTEN and session locks. End it. */
  dedicated(): Promise<pg.Client>
  /** A handle that sends through such a connection, for what must not wait for the pool. */
  through(client: pg.Client): Db
  /** For libraries that want a pool of their own. */
  poolConfig: pg.PoolConfig
  close(): Promise<void>
}

/** How many of the connections are for hot paths. */
const ofHotPaths = (maxConnections: number) => Math.min(4, Math.ceil(maxConnections / 4))

/**
 * Opens the connections of the process.
 *
 * A connection serves one tenant at a time: when it is handed out for another one than before, it
 * is told so first, which costs a round trip only on the change.
 */
export async function openDatabase(
  connectionString: string,
  { maxConnections = 20 }: { maxConnections?: number } = {},
): Promise<Database> {
  const role = await rowLevelRole(connectionString)
  const poolConfig: pg.PoolConfig = {
    connectionString,
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'platform',
    ...(role && { options: `-c role=${role}` }),
  }
  const hotConnections = ofHotPaths(maxConnections)
  const pool = openPool({ ...poolConfig, max: Math.max(1, maxConnections - hotConnections) })
  const hotPool = openPool({ ...poolConfig, max: hotConnections })

  const connect = async (scope: string, from = pool): Promise<ScopedClient> => {
    const client: ScopedClient = await from.connect()
    if (client.scope === scope) return client
    try {
      await client.query({
        name: 'set-tenant',
        text: "select set_config('platform.tenant', $1, false)",
        values: [scope],
      })
    } catch (error) {
      client.release(true)
      throw error
    }
    client.scope = scope
    return client
  }

  const over = (connection: () => Promise<PreparedConnection>): Db =>
    new Kysely<Tables>({ dialect: new PreparedDialect(connection) })
  const handle = (scope: string): Db =>
    over(async () => {
      const client = await connect(scope)
      return (client.prepared ??= new PreparedConnection(client))
    })
  const tenants = new LRUCache<string, Db>({ max: 1000, memoMethod: handle })

  return {
    tenant: (tenantId) => tenants.memo(tenantId),
    everything: handle(everyTenant),
    connect: () => connect(everyTenant, hotPool),
    async dedicated() {
      const client = new pg.Client(poolConfig)
      await client.connect()
      await client.query("select set_config('platform.tenant', $1, false)", [everyTenant])
      return client
    },
    through(client) {
      const connection = new PreparedConnection(client)
      return over(() => Promise.resolve(connection))
    },
    poolConfig,
    async close() {
      await Promise.all([pool.end(), hotPool.end()])
    },
  }
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // The same holds while a connection is in use: its query fails, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
