import { Kysely, type PostgresPoolClient } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { preparingClient } from './preparing-client.ts'
import { rowLevelRole } from './row-level-role.ts'
import { camelCaseResults, SnakeCaseDialect } from './snake-case.ts'
import type { Tables } from './tables.ts'

// Timestamps stay text in RFC 3339 on their way from the table to the wire.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A handle on the rows of one tenant (or on all, `Database.everything`). Rules take it first. */
export type Db = Kysely<Tables>

type ScopedClient = pg.PoolClient & { scope?: string; preparing?: PostgresPoolClient }

/** Sees every tenant's rows; what row-level security compares with besides a tenant's ID. */
const everyTenant = '*'

export interface Database {
  /** Sees only rows of this project or organization: row-level security hides all others. */
  tenant(tenantId: string): Db
  /** Sees all rows: for the engine, and for finding out to which tenant a credential belongs. */
  everything: Db
  /** A bare connection that sees all rows, for hot paths. Release it. */
  connect(): Promise<pg.PoolClient>
  /** A new connection of its own, outside the pool, for LISTEN and session locks. End it. */
  dedicated(): Promise<pg.Client>
  /** A handle that sends through such a connection, for what must not wait for the pool. */
  through(client: pg.Client): Db
  /** For libraries that want a pool of their own. */
  poolConfig: pg.PoolConfig
  close(): Promise<void>
}

/**
 * Opens the one pool of the process.
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
  const pool = new pg.Pool(poolConfig)
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // The same holds while a connection is in use: its query fails, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => {}))

  const connect = async (scope: string): Promise<ScopedClient> => {
    const client: ScopedClient = await pool.connect()
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

  const over = (connection: () => Promise<PostgresPoolClient>): Db =>
    new Kysely<Tables>({
      dialect: new SnakeCaseDialect({
        pool: { connect: connection, end: () => Promise.resolve(), options: poolConfig },
      }),
      plugins: [camelCaseResults],
    })
  const handle = (scope: string): Db =>
    over(async () => {
      const client = await connect(scope)
      return (client.preparing ??= preparingClient(client))
    })
  const tenants = new LRUCache<string, Db>({ max: 1000, memoMethod: handle })

  return {
    tenant: (tenantId) => tenants.memo(tenantId),
    everything: handle(everyTenant),
    connect: () => connect(everyTenant),
    async dedicated() {
      const client = new pg.Client(poolConfig)
      await client.connect()
      await client.query("select set_config('platform.tenant', $1, false)", [everyTenant])
      return client
    },
    through(client) {
      const query = client.query.bind(client)
      const connection = preparingClient({ query, release() {} } as unknown as pg.PoolClient)
      return over(() => Promise.resolve(connection))
    },
    poolConfig,
    close: () => pool.end(),
  }
}
