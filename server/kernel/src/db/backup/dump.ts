import pg from 'pg'
import { daysOfBounds } from '../partitions.ts'
import {
  BackupError,
  type ArchivedTable,
  type Frame,
  type BackupManifest,
  type Sequence,
} from './archive.ts'
import { copyOut } from './copy.ts'
import { getFirst } from '../../values/must.ts'

/** Schemas of the database that belong to the platform. */
export const dumpedSchemas = ['public', 'auth', 'graphile_worker']

/**
 * Excluded from backups: tables filled by migrations, rows that grant access by themselves (users
 * have to sign in again), and tables that may be lost in a crash.
 */
const leftOut = [
  'public.kysely_migration',
  'public.tenant_key',
  'public.setup_links',
  'public.rate_limit_buckets',
  'graphile_worker.migrations',
  'auth.session',
  'auth.verification',
]

/** Dumps the whole database as of one moment, without blocking other processes. */
export async function* dumpDatabase(
  owner: pg.ClientBase,
  { onTable }: { onTable?: (done: number, total: number) => void } = {},
): AsyncGenerator<Frame> {
  await owner.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
    set bytea_output = 'hex'; set extra_float_digits = 3`)
  await owner.query('begin transaction isolation level repeatable read')
  // Locks the tables, so that no partition is dropped while it is read. Processes that want to drop
  // one wait.
  const tables = await listTables(owner)
  if (tables.length === 0) {
    throw new BackupError('There is nothing to back up: the database has no tables yet.')
  }
  await owner.query(`lock table ${tables.map(qualifyTableName).join(', ')} in access share mode`)
  yield { type: 'M', manifest: await makeManifest(owner, tables.length) }
  for (const [index, table] of tables.entries()) {
    onTable?.(index, tables.length)
    yield { type: 'T', table }
    const columns = table.columns.map(pg.escapeIdentifier).join(', ')
    const copying = copyOut(
      owner,
      `copy (select ${columns} from ${qualifyTableName(table)}) to stdout`,
    )
    for (;;) {
      const { done, value } = await copying.next()
      if (done) {
        yield { type: 'E', rows: value }
        break
      }
      yield { type: 'D', rows: value }
    }
  }
  // Sequences are not part of the snapshot. Read after the rows, they are at least as far.
  yield { type: 'S', sequences: await listSequences(owner) }
  await owner.query('commit')
  onTable?.(tables.length, tables.length)
}

export const qualifyTableName = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

/** Returns every table, after the tables that its foreign keys reference. */
async function listTables(owner: pg.ClientBase): Promise<ArchivedTable[]> {
  const { rows } = await owner.query<ArchivedTable & { after: string[] }>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct fn.nspname || '.' || f.relname from pg_constraint k
         join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
         where k.conrelid = c.oid and k.contype = 'f' and not k.condeferrable
           and k.confrelid <> k.conrelid) as after
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname || '.' || c.relname <> all($2)
     order by 1, 2`,
    [dumpedSchemas, leftOut],
  )
  const ordered: ArchivedTable[] = []
  const done = new Set<string>()
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ schema, name, after }) =>
        !done.has(`${schema}.${name}`) && after.every((other) => done.has(other)),
    )
    if (next.length === 0) throw new Error('The foreign keys of the tables form a cycle.')
    for (const { schema, name, columns } of next) {
      ordered.push({ schema, name, columns })
      done.add(`${schema}.${name}`)
    }
  }
  return ordered
}

async function makeManifest(owner: pg.ClientBase, tables: number): Promise<BackupManifest> {
  const { rows } = await owner.query<Omit<BackupManifest, 'format' | 'tables' | 'days'>>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time,
       array(select name::text from kysely_migration order by name) as migrations,
       (select max(id) from graphile_worker.migrations) as jobs,
       array(select master_key_id from data_keys union
         select master_key_id from server_secrets) as "masterKeys"`,
  )
  return { format: 1, ...getFirst(rows), tables, days: await listPartitionDays(owner) }
}

/** Returns the days for which each table has partitions. */
async function listPartitionDays(owner: pg.ClientBase): Promise<BackupManifest['days']> {
  const { rows } = await owner.query<{ table: string; bounds: string }>(
    `select p.relname as table, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relkind = 'p'`,
  )
  const days: BackupManifest['days'] = {}
  for (const { table, bounds } of rows) {
    const span = daysOfBounds(bounds)
    for (let day = span?.from ?? 0; day < (span?.to ?? 0); day++) (days[table] ??= []).push(day)
  }
  return days
}

async function listSequences(owner: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await owner.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as "lastValue"
       from pg_sequences where schemaname = any($1) and last_value is not null`,
    [dumpedSchemas],
  )
  return rows
}
