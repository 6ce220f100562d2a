import {
  answeredSoon,
  type ClientSettings,
  type PoolConfig,
  closeClient,
  openPool,
} from './client.ts'
import { endSilentConnections } from './silent-connections.ts'
import { createHash } from 'node:crypto'
import { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { PreparedDialect } from './dialect.ts'
import { watchDueWork, type DueWorkWatch } from './due-work.ts'
import { createHosts } from './hosts.ts'
import { mustBeOutsideTransaction } from './transaction.ts'
import { PreparedConnection } from './prepared.ts'
import { createReplica, type Replica } from './replica/replica.ts'
import { openRoles } from './schema/roles.ts'
import { getFirst } from '../values/must.ts'
import { FairSlots } from '../admission/fair-slots.ts'
import { ConnectionsBusyError } from './errors.ts'
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

/** The connections of the process, to the server and as the roles of its URL. */
class Connections {
  readonly hosts: ReturnType<typeof createHosts>
  readonly roles: Awaited<ReturnType<typeof openRoles>>
  readonly poolConfig
  readonly owner
  readonly tenantsPool: pg.Pool
  readonly everythingPool: pg.Pool
  private readonly silence
  private readonly common
  private readonly share: ReturnType<typeof shares>
  private readonly prove: (scope: string) => Promise<string>

  constructor(
    hosts: ReturnType<typeof createHosts>,
    roles: Awaited<ReturnType<typeof openRoles>>,
    maxConnections: number,
    silentAfterMs: number | undefined,
  ) {
    this.hosts = hosts
    this.roles = roles
    this.common = {
      Client: hosts.Client,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: hosts.connectionTimeoutMillis,
      application_name: 'platform',
      keepAlive: true,
      keepAliveInitialDelayMillis: 3_000,
      settings: vanishing,
    }
    this.poolConfig = {
      ...this.common,
      ...roles.everything,
      settings: { ...vanishing, ...patience.everything },
      max: maxConnections,
    }
    this.owner = {
      ...this.common,
      ...roles.owner,
      settings: { ...vanishing, ...roles.owner.settings },
    }
    this.share = shares(maxConnections)
    this.tenantsPool = openPool({
      ...this.common,
      pipeline,
      ...roles.tenants,
      settings: { ...vanishing, ...patience.tenants },
      max: this.share.tenants,
    })
    this.everythingPool = openPool({ ...this.poolConfig, pipeline, max: this.share.everything })
    this.silence = endSilentConnections([this.tenantsPool, this.everythingPool], {
      isAnswering: () => this.isAnswering(),
      afterMs: silentAfterMs,
    })
    this.prove = createProofs(async () => {
      const { rows } = await hosts.reach(() =>
        this.everythingPool.query<{ key: Buffer }>('select key from tenant_key'),
      )
      return getFirst(rows).key
    })
  }

  async openClient(config: object): Promise<pg.Client> {
    mustBeOutsideTransaction('Another database connection is opened')
    const client = await this.hosts.reach(async () => {
      const fresh = new this.hosts.Client({ ...this.common, ...config })
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

  async connect(scope: string, from: pg.Pool) {
    mustBeOutsideTransaction('Another database connection is taken')
    const setting = await this.getSetting(scope)
    const client: PooledClient = await this.hosts.reach(() => from.connect())
    try {
      return { client, prepared: await serve(client, { id: scope, setting }) }
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Returns handles of tenants that share the connections for them. */
  shareAmongTenants(): (tenantId: string) => Db {
    return shareConnections({
      connections: this.share.tenants,
      patienceMs: this.common.connectionTimeoutMillis,
      connect: async (tenantId) => (await this.connect(tenantId, this.tenantsPool)).prepared,
    })
  }

  openReplica(url: string): Replica {
    const standbys = createHosts(url, { wantsStandby: true })
    const pool = openPool({
      ...this.common,
      ...this.roles.tenantsAt(url),
      pipeline,
      Client: standbys.Client,
      connectionTimeoutMillis: 1_000,
      settings: { ...vanishing, ...patience.tenants },
      max: this.share.tenants,
    })
    return createReplica({
      connect: () => standbys.reach(() => pool.connect()),
      serve: async (client, id) => serve(client, { id, setting: await this.getSetting(id) }),
      connections: this.share.tenants,
      replicaPool: pool,
      // Requests cannot exhaust it.
      primaryPool: openPool({ ...this.poolConfig, pipeline, max: 1 }),
    })
  }

  /** Asks on a new connection: those in use may be cut off while others work. */
  private async isAnswering(): Promise<boolean> {
    const client = new this.hosts.Client({
      ...this.common,
      ...this.roles.everything,
      ...answeredSoon,
    })
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await closeClient(client)
    }
  }

  async close(): Promise<void> {
    this.silence.stop()
    await Promise.all([this.tenantsPool, this.everythingPool].map((pool) => pool.end()))
  }

  private async getSetting(scope: string): Promise<string> {
    return scope === everyTenant || !this.roles.areSeparate ? scope : this.prove(scope)
  }
}

/**
 * Sends statements without waiting for earlier ones, so that `begin` and `commit` cost no extra round
 * trip.
 */
const pipeline = true

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
    silentAfterMs,
  }: {
    maxConnections?: number
    /** How long a connection in use may be silent before it is checked whether PostgreSQL answers. */
    silentAfterMs?: number | undefined
    /** Interval at which due work is looked for. */
    lookEveryMs?: number | undefined
    /** URL of streaming replicas that may serve lists. */
    replicaUrl?: string | undefined
  } = {},
): Promise<Database> {
  const hosts = createHosts(connectionString)
  const roles = await openRoles(connectionString, hosts)
  const connections = new Connections(hosts, roles, maxConnections, silentAfterMs)
  const { owner, poolConfig, everythingPool } = connections
  const connectToAll = () => connections.connect(everyTenant, everythingPool)
  const inBackground = connections.shareAmongTenants()

  const opened: Database = {
    tenant: connections.shareAmongTenants(),
    forBackground: () => ({ ...opened, tenant: inBackground }),
    everything: over(async () => (await connectToAll()).prepared) as AcrossTenants,
    connect: async () => (await connectToAll()).client,
    dedicated: () => connections.openClient(roles.everything),
    async asOwner(work) {
      const client = await connections.openClient(owner)
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
    replica: replicaUrl === undefined ? undefined : connections.openReplica(replicaUrl),
    async close() {
      await opened.dueWork.stop()
      await opened.replica?.close()
      await connections.close()
    },
  }
  return opened
}
