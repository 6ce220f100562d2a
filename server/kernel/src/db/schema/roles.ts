import { createHmac, hash } from 'node:crypto'
import pg from 'pg'
import { schemaLock } from '../advisory-locks.ts'
import { type ClientSettings, closeClient } from '../client.ts'
import type { Hosts } from '../hosts.ts'
import { isBehindPooler, mustKeepSessions } from './keeps-sessions.ts'
import { mustSuit } from './must-suit.ts'
import { getFirst } from '../../values/must.ts'

/**
 * Connections by role:
 * - `owner` owns the tables; used briefly for migrations and housekeeping;
 * - `everything` reads and writes the rows of all tenants: for sign-in, the engine, and to find the
 *   tenant of a credential;
 * - `tenants` sees only the rows of the tenant that the connection has proved.
 * The last two own nothing, bypass no policy, and may insert into the audit log but not update it.
 */
export interface Roles {
  owner: pg.ClientConfig & { settings?: ClientSettings }
  everything: pg.ClientConfig
  tenants: pg.ClientConfig
  /**
   * Whether three roles exist. If not, the database's user cannot create roles and is used for
   * everything.
   */
  areSeparate: boolean
  /** Returns the login of `tenants` at a replica, which has the same roles. */
  tenantsAt(connectionString: string): pg.ClientConfig
}

/** Group roles with the rights; login roles are members. The policies refer to these names. */
export const groups = {
  owner: 'platform',
  everything: 'platform_everything',
  tenants: 'platform_tenants',
}
type Kind = keyof typeof groups

/**
 * The user may create roles but cannot add members to the group roles, which another user created
 * first in this cluster.
 */
export class GroupsOfAnotherError extends Error {
  override name = 'GroupsOfAnotherError'

  constructor(user: string, kinds: readonly Kind[], options: ErrorOptions) {
    const names = kinds.map((kind) => groups[kind]).join(', ')
    super(
      `The roles ${names} belong to another PostgreSQL user, and ${user} cannot grant them. Run as that user or a superuser: grant ${names} to ${pg.escapeIdentifier(user)} with admin true, inherit false, set false;`,
      options,
    )
  }
}

/**
 * Creates the roles at the first start, if the user may, and returns the connection settings for
 * each. Passwords are derived from the user's own, so that every process knows them without storing
 * them.
 * @throws GroupsOfAnotherError, UnsuitableDatabaseError
 */
export async function openRoles(connectionString: string, hosts: Hosts): Promise<Roles> {
  const { connectionTimeoutMillis } = hosts
  const connectAs = (login: pg.ClientConfig) =>
    hosts.reach(async () => {
      const client = new hosts.Client({ ...login, connectionTimeoutMillis })
      await client.connect()
      return client
    })
  const admin = await connectAs({ connectionString })
  try {
    const isPooled = await isBehindPooler(admin)
    if (isPooled) await mustKeepSessions(() => connectAs({ connectionString }))
    await mustSuit(admin)
    const { rows } = await admin.query<{
      isExempt: boolean
      mayCreate: boolean
      database: string
      user: string
    }>(
      `select rolsuper or rolbypassrls as "isExempt", rolsuper or rolcreaterole as "mayCreate",
              current_database() as database, session_user as user
         from pg_roles where rolname = session_user`,
    )
    const { isExempt, mayCreate, database, user } = getFirst(rows)
    const self = { connectionString }
    if (!mayCreate) {
      return {
        ...{ owner: self, everything: self, tenants: self, areSeparate: false },
        tenantsAt: (other) => ({ connectionString: other }),
      }
    }

    const secret = admin.password ?? process.env['PGPASSWORD'] ?? ''
    const kinds: Kind[] = isExempt ? ['owner', 'everything', 'tenants'] : ['everything', 'tenants']
    await admin.query('select pg_advisory_lock($1, $2)', [...schemaLock])
    for (const kind of kinds) {
      await makeRole(admin, kind, { secret, database }).catch((error: pg.DatabaseError) => {
        throw error.code === '42501'
          ? new GroupsOfAnotherError(user, kinds, { cause: error })
          : error
      })
    }
    if (isExempt) await makeOwner(admin, database)
    const login = (kind: Kind, at = connectionString): pg.ClientConfig => ({
      connectionString: withUser(at, makeLogin(kind, secret)),
    })
    const roles = {
      owner: isExempt ? { ...login('owner'), settings: { role: groups.owner } } : self,
      everything: login('everything'),
      tenants: login('tenants'),
      areSeparate: true,
      tenantsAt: (other: string) => login('tenants', other),
    }
    // A pooler may use a different mode for each user.
    if (isPooled) {
      for (const kind of kinds) await mustKeepSessions(() => connectAs(login(kind)))
    }
    return roles
  } finally {
    await closeClient(admin)
  }
}

/** Two servers with databases in one cluster share the groups but have different passwords. */
const makeLogin = (kind: Kind, secret: string) => ({
  name: `${groups[kind]}_${hash('sha256', `name ${secret}`, 'hex').slice(0, 12)}`,
  password: createHmac('sha256', secret).update(`platform ${kind}`).digest('base64url'),
})

async function makeRole(
  admin: pg.Client,
  kind: Kind,
  { secret, database }: { secret: string; database: string },
): Promise<void> {
  const { name, password } = makeLogin(kind, secret)
  const group = groups[kind]
  const { rows } = await admin.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname in ($1, $2)',
    [group, name],
  )
  const exists = (role: string) => rows.some(({ rolname }) => rolname === role)
  if (!exists(group)) await make(admin, `create role ${group} nologin`)
  if (!exists(name)) {
    await make(
      admin,
      `create role ${name} login password ${pg.escapeLiteral(password)} in role ${group}`,
    )
  }
  await admin.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${group}`)
}

/**
 * Creates a role. Roles are shared by the cluster, so a process of another database may have
 * created it.
 */
async function make(admin: pg.Client, statement: string): Promise<void> {
  await admin.query(statement).catch((error: pg.DatabaseError) => {
    if (error.code !== '42710' && error.code !== '23505') throw error
  })
}

async function makeOwner(admin: pg.Client, database: string): Promise<void> {
  const name = pg.escapeIdentifier(database)
  await admin.query(`grant create on database ${name} to ${groups.owner}`)
  await admin.query(`grant usage, create on schema public to ${groups.owner}`)
  await admin.query(`revoke temporary on database ${name} from public`)
}

function withUser(
  connectionString: string,
  { name, password }: { name: string; password: string },
) {
  const [, scheme, rest] = /^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?(.*)$/s.exec(connectionString)!
  return `${scheme}${name}:${password}@${rest!.replaceAll(/([?&])(user|password)=[^&]*/g, '$1')}`
}
