import { closeClient } from './close-client.ts'
import { createHash } from 'node:crypto'
import { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { PreparedDialect } from './dialect.ts'
import { watchDueWork, type DueWorkWatch } from './due-work.ts'
import type { ClientSettings } from './client.ts'
import { createHosts } from './hosts.ts'
import { openPool, type PoolConfig } from './open-pool.ts'
import { mustBeOutsideTransaction } from './open-transaction.ts'
import { PreparedConnection } from './prepared-connection.ts'
import { createReplica, type Replica } from './replica.ts'
import { openRoles } from './roles.ts'
import { FairSlots } from '../admission/fair-slots.ts'
import { ConnectionsBusyError } from './connections-busy-error.ts'
import type { Tables } from './tables.ts'

// Timestamps stay RFC 3339 text from the table to the wire.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

declare const view: unique symbol

/**
 * A database handle restricted to the rows of one tenant. Rules take it as their first argument.
 */
export type Db = Kysely<Tables> & { [view]?: 'tenant' }

/**
 * A database handle for the rows of all tenants. Functions that take one are listed in their
 * domain's `acrossTenants`; functions that take a `Db` cannot be called with it.
 */
export type AcrossTenants = Kysely<Tables> & { [view]: 'everything' }

/** For functions that work with either, such as those on transactions. */
export type AnyView = Db | AcrossTenants

interface PooledClient extends pg.PoolClient {
  prepared?: PreparedConnection
}

/** Tenant setting that matches all rows in row-level security. */
const everyTenant = '*'

export interface Database {
  /** Returns a handle restricted to this project or organization by row-level security. */
  tenant(tenantId: string): Db
  /**
   * Returns a handle for jobs, reads and deliveries, whose connections are separate from those of
   * requests.
   */
  forBackground(): Database
  /** Handle for all rows: for the engine, and to find the tenant of a credential. */
  everything: AcrossTenants
  /** Takes a bare connection with access to all rows, for hot paths. The caller must release it. */
  connect(): Promise<pg.PoolClient>
  /** Opens a connection outside the pool, for LISTEN and session locks. The caller must end it. */
  dedicated(): Promise<pg.Client>
  /** Returns a handle that uses such a connection. */
  through(client: pg.Client): AcrossTenants
  /** Runs schema changes as the owner of the tables, on a connection that is closed afterwards. */
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Connection settings of the owner, for libraries that connect themselves. */
  ownerConfig: PoolConfig
  /** Pool settings with access to all rows, for libraries that create their own pool. */
  poolConfig: PoolConfig & { settings: ClientSettings }
  /** Whether tenant connections use a role that cannot see other rows. */
  hasSeparateRoles: boolean
  /** Wakes what waits in tables when it is due. */
  dueWork: DueWorkWatch
  /** Serves lists, if one is configured. */
  replica: Replica | undefined
  close(): Promise<void>
}

/** How long PostgreSQL waits for a silent machine before it closes the connection. */
export const vanishesAfterMs = 5_000

/**
 * Keepalive settings with which PostgreSQL detects a lost machine within seconds, so that its locks
 * are released and others take over.
 */
const vanishing = {
  tcp_keepalives_idle: '2',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: String(vanishesAfterMs),
}

/**
 * Timeouts of statements, locks and idle transactions. Statements for one tenant usually have a
 * waiting caller; statements for all tenants run in the background. Schema changes have no timeout.
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

/** Divides the connections between statements for all tenants and for single tenants. */
function shares(maxConnections: number) {
  const everything = Math.ceil(maxConnections / 3)
  return { everything, tenants: Math.max(1, maxConnections - everything) }
}

/** Maximum number used by requests at the same time, and likewise by background work. */
const getMaxOfKind = (connections: number) => Math.max(1, Math.floor(connections * 0.75))

/** Maximum number used by one tenant at the same time. */
const getMaxOfTenant = (connections: number) => Math.max(1, Math.floor(connections * 0.75))

/**
 * Returns the setting with which the restricted role accepts a tenant: the tenant and its proof.
 */
function createProofs(readKey: () => Promise<Buffer>): (tenantId: string) => Promise<string> {
  let key: Promise<Buffer> | undefined
  const proofs = new LRUCache<string, string>({ max: 1000 })
  return async (tenantId) => {
    const known = proofs.get(tenantId)
    if (known !== undefined) return known
    key ??= readKey()
    key.catch(() => (key = undefined))
    const bytes = await key
    const proof = createHash('sha256').update(bytes).update(tenantId).update(bytes).digest('hex')
    proofs.set(tenantId, `${tenantId} ${proof}`)
    return `${tenantId} ${proof}`
  }
}

/** Restricts a connection to what the tenant sees. */
async function serve(client: PooledClient, tenant: { id: string; setting: string }) {
  const prepared = (client.prepared ??= new PreparedConnection(client))
  await prepared.serve(tenant)
  return prepared
}

const over = (connection: () => Promise<PreparedConnection>) =>
  new Kysely<Tables>({ dialect: new PreparedDialect(connection) })

/** Returns handles of tenants, each with a limited share of the connections. */
function shareConnections({
  connections,
  patienceMs,
  connect,
}: {
  connections: number
  patienceMs: number
  connect: (tenantId: string) => Promise<PreparedConnection>
}): (tenantId: string) => Db {
  const slots = getMaxOfKind(connections)
  const ofKind = new FairSlots({ slots, maxOfProject: getMaxOfTenant(slots) })
  const makeError = () => new ConnectionsBusyError()
  const handle = (tenantId: string) =>
    over(async () => {
      const tenant = { org: tenantId, project: tenantId }
      const slot = await ofKind.acquire(tenant, { patienceMs, makeError })
      try {
        const connection = await connect(tenantId)
        connection.onRelease = slot.release
        return connection
      } catch (error) {
        slot.release()
        throw error
      }
    })
  const tenants = new LRUCache<string, Db>({ max: 1000, memoMethod: handle })
  return (tenantId) => {
    mustBeOutsideTransaction('Another database handle is used')
    return tenants.memo(tenantId)
  }
}

/**
 * Opens the connections of the process. A connection serves one tenant at a time. When the tenant
 * changes, the new setting is sent in one message with the first statement.
 */
export async function openDatabase(
  connectionString: string,
  {
    maxConnections = 30,
    lookEveryMs,
    replicaUrl,
  }: {
    maxConnections?: number
    /** Interval at which due work is looked for. */
    lookEveryMs?: number | undefined
    /** URL of streaming replicas that may serve lists. */
    replicaUrl?: string | undefined
  } = {},
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
  // Sends statements without waiting for earlier ones, so that `begin` and `commit` cost no extra
  // round trip.
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

  const prove = createProofs(async () => {
    const { rows } = await hosts.reach(() =>
      everythingPool.query<{ key: Buffer }>('select key from tenant_key'),
    )
    return rows[0]!.key
  })

  const getSetting = async (scope: string) =>
    scope === everyTenant || !roles.areSeparate ? scope : prove(scope)

  const connect = async (scope: string, from: pg.Pool) => {
    mustBeOutsideTransaction('Another database connection is taken')
    const setting = await getSetting(scope)
    const client: PooledClient = await hosts.reach(() => from.connect())
    try {
      return { client, prepared: await serve(client, { id: scope, setting }) }
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const openReplica = (url: string) => {
    const standbys = createHosts(url, { wantsStandby: true })
    const pool = openPool({
      ...common,
      ...roles.tenantsAt(url),
      pipeline,
      Client: standbys.Client,
      connectionTimeoutMillis: 1_000,
      settings: { ...vanishing, ...patience.tenants },
      max: share.tenants,
    })
    return createReplica({
      connect: () => standbys.reach(() => pool.connect()),
      serve: async (client, id) => serve(client, { id, setting: await getSetting(id) }),
      connections: share.tenants,
      replicaPool: pool,
      // Requests cannot exhaust it.
      primaryPool: openPool({ ...poolConfig, pipeline, max: 1 }),
    })
  }

  const findPrepared = async (scope: string, from: pg.Pool) => (await connect(scope, from)).prepared
  const handlesOfKind = () =>
    shareConnections({
      connections: share.tenants,
      patienceMs: common.connectionTimeoutMillis,
      connect: (tenantId) => findPrepared(tenantId, tenantsPool),
    })
  const inBackground = handlesOfKind()

  const opened: Database = {
    tenant: handlesOfKind(),
    forBackground: () => ({ ...opened, tenant: inBackground }),
    everything: over(() => findPrepared(everyTenant, everythingPool)) as AcrossTenants,
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
    dueWork: watchDueWork(() => opened.everything, { lookEveryMs }),
    replica: replicaUrl === undefined ? undefined : openReplica(replicaUrl),
    async close() {
      await opened.dueWork.stop()
      await opened.replica?.close()
      await Promise.all([tenantsPool, everythingPool].map((pool) => pool.end()))
    },
  }
  return opened
}
