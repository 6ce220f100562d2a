import { createHash, createHmac } from 'node:crypto'
import pg from 'pg'
import { schemaLock } from './advisory-locks.ts'
import { closeClient } from './close-client.ts'
import type { ClientSettings } from './client.ts'
import type { Hosts } from './hosts.ts'
import { isBehindPooler, mustKeepSessions } from './keeps-sessions.ts'

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
const groups = {
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
 * @throws GroupsOfAnotherError
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
    const { isExempt, mayCreate, database, user } = rows[0]!
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
      connectionString: withUser(at, loginOf(kind, secret)),
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
const loginOf = (kind: Kind, secret: string) => ({
  name: `${groups[kind]}_${createHash('sha256').update(`name ${secret}`).digest('hex').slice(0, 12)}`,
  password: createHmac('sha256', secret).update(`platform ${kind}`).digest('base64url'),
})

async function makeRole(
  admin: pg.Client,
  kind: Kind,
  { secret, database }: { secret: string; database: string },
): Promise<void> {
  const { name, password } = loginOf(kind, secret)
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

/**
 * Grants the roles their rights on all tables, as the owner. Idempotent; runs after every
 * migration.
 */
export async function grantToRoles(owner: pg.ClientBase): Promise<void> {
  await owner.query(`
    do $grants$
    declare
      everything constant text := '${groups.everything}';
      tenants constant text := '${groups.tenants}';
      place text;
      item record;
    begin
      foreach place in array array['public', 'auth', 'graphile_worker'] loop
        if to_regnamespace(place) is null then continue; end if;
        execute format('grant usage on schema %I to %I', place, everything);
        execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, everything);
        execute format('grant usage on all sequences in schema %I to %I', place, everything);
        if place = 'public' then continue; end if;
        execute format('revoke all on schema %I from %I', place, tenants);
        execute format('revoke all on all tables in schema %I from %I', place, tenants);
        execute format('revoke all on all sequences in schema %I from %I', place, tenants);
      end loop;
      execute format('grant usage on schema public to %I', tenants);
      execute format('grant usage on all sequences in schema public to %I', tenants);

      -- Tenants reach the tables that show each of them its own rows, and no others.
      for item in
        select c.oid::regclass as name,
          c.relrowsecurity and c.relforcerowsecurity and exists (
            select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as is_isolated
          from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      loop
        if not item.is_isolated then
          execute format('revoke all on %s from %I', item.name, tenants);
        elsif not has_table_privilege(tenants, item.name, 'delete') then
          execute format('grant select, insert, update, delete on %s to %I', item.name, tenants);
        end if;
      end loop;
      execute format('revoke insert, update, delete on builders from %I', tenants);
      execute format('revoke insert, delete on organizations from %I', tenants);
      execute format('revoke insert on projects from %I', tenants);
      -- It holds numbers of processes.
      execute format('grant select on senders to %I', tenants);
      -- Lists look for pages of messages only if there are any.
      execute format('grant select (has_pages) on log_streams to %I', tenants);

      execute format('revoke all on audit_log from %I, %I', everything, tenants);
      execute format('grant select, insert on audit_log to %I, %I', everything, tenants);
      execute format('revoke insert, update, delete on tenant_key, kysely_migration from %I', everything);

      -- The job library isolates its tables from everybody but their owner. A policy that is right stays
      -- untouched: a change locks the table, and deadlocks with a server that enqueues.
      for item in
        select c.oid::regclass as name, p.oid is not null as is_open
          from pg_class c
          left join pg_policy p on p.polrelid = c.oid and p.polname = 'platform'
         where c.relnamespace = to_regnamespace('graphile_worker') and c.relrowsecurity
           and p.polroles is distinct from array[everything::regrole::oid]
      loop
        execute format('%s policy platform on %s to %I %s',
          case when item.is_open then 'alter' else 'create' end, item.name, everything,
          case when item.is_open then '' else 'using (true) with check (true)' end);
      end loop;

      -- A process of the former version enqueues jobs by the library itself. It may, for its own tenant:
      -- the functions have the rights that it has not, and a trigger checks whose jobs they change.
      if to_regnamespace('graphile_worker') is null then return; end if;
      execute format('grant usage on schema graphile_worker to %I', tenants);
      for item in
        select p.oid::regprocedure as name from pg_proc p
         where p.pronamespace = to_regnamespace('graphile_worker')
           and p.proname in ('add_job', 'remove_job') and not p.prosecdef
      loop
        execute format('alter function %s security definer set search_path = pg_catalog, pg_temp', item.name);
      end loop;
      if not exists (select from pg_trigger where tgname = 'own_jobs') then
        create function public.must_be_own_jobs() returns trigger language plpgsql
          set search_path = pg_catalog, pg_temp as $check$
        begin
          if tg_op <> 'INSERT' then perform public.must_be_own_job(old.payload ->> 'projectId'); end if;
          if tg_op <> 'DELETE' then perform public.must_be_own_job(new.payload ->> 'projectId'); end if;
          return coalesce(new, old);
        end $check$;
        create trigger own_jobs before insert or update or delete on graphile_worker._private_jobs
          for each row when (session_user like '${groups.tenants}\\_%') execute function must_be_own_jobs();
      end if;
    end
    $grants$`)
}
