import { closeClient } from './close-client.ts'
import { createHash } from 'node:crypto'
import { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { PreparedDialect } from './dialect.ts'
import type { ClientSettings } from './client.ts'
import { createHosts } from './hosts.ts'
import { openPool, type PoolConfig } from './open-pool.ts'
import { mustBeOutsideTransaction } from './open-transaction.ts'
import { PreparedConnection } from './prepared-connection.ts'
import { openRoles } from './roles.ts'
import { createShare } from './share.ts'
import type { Tables } from './tables.ts'

// Timestamps stay text in RFC 3339 on their way from the table to the wire.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

declare const view: unique symbol

/** A handle on the rows of one tenant. Rules take it first. */
export type Db = Kysely<Tables> & { [view]?: 'tenant' }

/**
 * A handle on the rows of all tenants. Who takes one stands in its domain's `acrossTenants`, and no function
 * that takes a `Db` does: what it says of a row need not say whose the row is.
 */
export type AcrossTenants = Kysely<Tables> & { [view]: 'everything' }

/** For what does the same with either, such as a transaction. */
export type AnyView = Db | AcrossTenants

interface PooledClient extends pg.PoolClient {
  prepared?: PreparedConnection
}

/** Sees every tenant's rows; what row-level security compares with besides a tenant's ID. */
const everyTenant = '*'

export interface Database {
  /** Sees only rows of this project or organization: row-level security hides all others. */
  tenant(tenantId: string): Db
  /** Returns a handle for jobs, reads and deliveries, with connections that requests do not use. */
  forBackground(): Database
  /** Sees all rows: for the engine, and for finding out to which tenant a credential belongs. */
  everything: AcrossTenants
  /** A bare connection that sees all rows, for statements of hot paths. Release it. */
  connect(): Promise<pg.PoolClient>
  /** A new connection of its own, outside the pool, for LISTEN and session locks. End it. */
  dedicated(): Promise<pg.Client>
  /** A handle that sends through such a connection. */
  through(client: pg.Client): AcrossTenants
  /** Works as the owner of the tables, on a connection that is closed afterwards: to change them. */
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** The configuration of the owner for libraries that connect themselves. */
  ownerConfig: PoolConfig
  /** For libraries that want a pool of their own, which sees all rows. */
  poolConfig: PoolConfig & { settings: ClientSettings }
  /** Whether the tenants' connections are of a role that cannot see more. */
  hasSeparateRoles: boolean
  close(): Promise<void>
}

/** Not before so long does PostgreSQL give a machine up that it hears nothing of. */
export const vanishesAfterMs = 5_000

/**
 * Has PostgreSQL notice within seconds that our machine has vanished, so that its locks are free and
 * others take over what it held.
 */
const vanishing = {
  tcp_keepalives_idle: '2',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: String(vanishesAfterMs),
}

/**
 * How long a statement may take, or wait for a lock, and a transaction stand still: who asks for one
 * tenant waits for the reply, what concerns all of them is work in the background. Changes of tables
 * take as long as they take.
 */
const patience = {
  tenants: {
    statement_timeout: '60s',
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '15s',
  },
  everything: {
    statement_timeout: '10min',
    lock_timeout: '30s',
    idle_in_transaction_session_timeout: '60s',
  },
}

/** How many of the connections are for what concerns all tenants, and for each one. */
function shares(maxConnections: number) {
  const everything = Math.ceil(maxConnections / 3)
  return { everything, tenants: Math.max(1, maxConnections - everything) }
}

/** How many of them requests may use at a time, so that there are some for the background, and the other way round. */
const mostOfKind = (connections: number) => Math.max(1, Math.floor(connections * 0.75))

/** How many of them one tenant may use at a time, so that there are some for others. */
const mostOfTenant = (connections: number) => Math.max(1, Math.floor(connections * 0.75))

/**
 * Opens the connections of the process.
 *
 * A connection serves one tenant at a time. Where that is another one than before, its session gets the
 * setting in one message with the first statement.
 */
export async function openDatabase(
  connectionString: string,
  { maxConnections = 30 }: { maxConnections?: number } = {},
): Promise<Database> {
  const hosts = createHosts(connectionString)
  const roles = await openRoles(connectionString, hosts)
  const common = {
    Client: hosts.Client,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: hosts.connectionTimeoutMillis,
    application_name: 'platform',
    keepAlive: true,
    keepAliveInitialDelayMillis: 3_000,
    settings: vanishing,
  }
  const poolConfig = {
    ...common,
    ...roles.everything,
    settings: { ...vanishing, ...patience.everything },
    max: maxConnections,
  }
  const share = shares(maxConnections)
  // A statement may be sent while another is under way: `begin` and `commit` cost no round trip of their own.
  const pipeline = true
  const tenantsPool = openPool({
    ...common,
    pipeline,
    ...roles.tenants,
    settings: { ...vanishing, ...patience.tenants },
    max: share.tenants,
  })
  const everythingPool = openPool({ ...poolConfig, pipeline, max: share.everything })

  const owner = { ...common, ...roles.owner, settings: { ...vanishing, ...roles.owner.settings } }

  const openClient = async (config: typeof owner | typeof roles.everything) => {
    mustBeOutsideTransaction('Another database connection is opened')
    const client = await hosts.reach(async () => {
      const fresh = new hosts.Client({ ...common, ...config })
      await fresh.connect()
      return fresh
    })
    try {
      await client.query("select set_config('platform.tenant', $1, false)", [everyTenant])
    } catch (error) {
      await closeClient(client)
      throw error
    }
    return client
  }

  let key: Promise<Buffer> | undefined
  const readKey = async () => {
    const { rows } = await hosts.reach(() =>
      everythingPool.query<{ key: Buffer }>('select key from tenant_key'),
    )
    return rows[0]!.key
  }
  /** The proof of a tenant that a connection receives: a role that sees no others must have it proved. */
  const proofs = new LRUCache<string, string>({ max: 1000 })
  const proved = async (tenantId: string) => {
    if (!roles.areSeparate) return tenantId
    const known = proofs.get(tenantId)
    if (known !== undefined) return known
    key ??= readKey()
    key.catch(() => (key = undefined))
    const bytes = await key
    const proof = createHash('sha256').update(bytes).update(tenantId).update(bytes).digest('hex')
    proofs.set(tenantId, `${tenantId} ${proof}`)
    return `${tenantId} ${proof}`
  }

  const connect = async (scope: string, from: pg.Pool) => {
    mustBeOutsideTransaction('Another database connection is taken')
    const setting = scope === everyTenant ? scope : await proved(scope)
    const client: PooledClient = await hosts.reach(() => from.connect())
    const prepared = (client.prepared ??= new PreparedConnection(client))
    try {
      await prepared.serve({ id: scope, setting })
    } catch (error) {
      client.release(true)
      throw error
    }
    return { client, prepared }
  }

  const over = (connection: () => Promise<PreparedConnection>) =>
    new Kysely<Tables>({ dialect: new PreparedDialect(connection) })
  const preparedOf = async (scope: string, from: pg.Pool) => (await connect(scope, from)).prepared
  const patienceMs = common.connectionTimeoutMillis
  const handlesOfKind = () => {
    const ofKind = createShare({ places: mostOfKind(share.tenants), patienceMs })
    const handle = (tenantId: string) => {
      const ofTenant = createShare({ places: mostOfTenant(mostOfKind(share.tenants)), patienceMs })
      return over(async () => {
        const places = [await ofTenant.take()]
        const giveBack = () => {
          for (const place of places.splice(0)) place()
        }
        try {
          places.push(await ofKind.take())
          const connection = await preparedOf(tenantId, tenantsPool)
          connection.onRelease = giveBack
          return connection
        } catch (error) {
          giveBack()
          throw error
        }
      })
    }
    const tenants = new LRUCache<string, Db>({ max: 1000, memoMethod: handle })
    return (tenantId: string) => {
      mustBeOutsideTransaction('Another database handle is used')
      return tenants.memo(tenantId)
    }
  }
  const inBackground = handlesOfKind()

  const opened: Database = {
    tenant: handlesOfKind(),
    forBackground: () => ({ ...opened, tenant: inBackground }),
    everything: over(() => preparedOf(everyTenant, everythingPool)) as AcrossTenants,
    connect: async () => (await connect(everyTenant, everythingPool)).client,
    dedicated: () => openClient(roles.everything),
    async asOwner(work) {
      const client = await openClient(owner)
      try {
        return await work(client)
      } finally {
        await closeClient(client)
      }
    },
    through(client) {
      const connection = new PreparedConnection(client)
      return over(() => Promise.resolve(connection)) as AcrossTenants
    },
    ownerConfig: owner,
    poolConfig,
    hasSeparateRoles: roles.areSeparate,
    async close() {
      await Promise.all([tenantsPool, everythingPool].map((pool) => pool.end()))
    },
  }
  return opened
}
