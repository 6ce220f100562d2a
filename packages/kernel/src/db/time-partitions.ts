import { sql, type Kysely } from 'kysely'
import { isolateTenants } from './row-level-security.ts'
import { earliestId, timeOfId } from './new-id.ts'
import { getNowMs } from '../values/database-clock.ts'

const dayMs = 24 * 3600 * 1000

/** A table that is partitioned by an ID, a partition for each day (UTC). */
export interface PartitionedTable {
  name: string
  idPrefix: string
  storage?: string
}

/** Days since 1970, excluding the last one. Most partitions cover one day. */
export interface Partition {
  name: string
  from: number
  to: number
}

export const toDay = (time: number) => Math.floor(time / dayMs)
export const getDefaultPartition = ({ name }: PartitionedTable) => `${name}_default`
export const getFirstIdOfDay = ({ idPrefix }: PartitionedTable, day: number) =>
  earliestId(idPrefix, day * dayMs)
export const partitionName = ({ name }: PartitionedTable, day: number) =>
  `${name}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`

/**
 * Creates missing partitions for today and the coming days. Rows outside all partitions go to the
 * default partition.
 */
export async function createPartitions(
  db: Kysely<any>,
  table: PartitionedTable,
  { now = getNowMs(), daysAhead = 3 }: { now?: number; daysAhead?: number } = {},
): Promise<void> {
  const existing = await listPartitions(db, table)
  const wanted = Array.from({ length: daysAhead + 1 }, (_, ahead) => toDay(now) + ahead)
  await createDefault(db, table)
  for (const day of wanted) {
    if (!isCovered(existing, day)) await createDay(db, table, day)
  }
}

export const isCovered = (partitions: Partition[], day: number) =>
  partitions.some(({ from, to }) => from <= day && day < to)

/** Returns the partitions, oldest first. */
export async function listPartitions(
  db: Kysely<any>,
  table: PartitionedTable,
): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = ${table.name}::regclass
  `.execute(db)
  return rows
    .flatMap(({ name, bounds }) => {
      const days = daysOfBounds(bounds)
      return days ? [{ name, ...days }] : []
    })
    .toSorted((a, b) => a.from - b.from)
}

/** Parses the bounds of a partition into days; undefined for the default partition. */
export function daysOfBounds(bounds: string): { from: number; to: number } | undefined {
  const [, from, to] = /FROM \('(\w+)'\) TO \('(\w+)'\)/.exec(bounds) ?? []
  return from && to ? { from: toDay(timeOfId(from)), to: toDay(timeOfId(to)) } : undefined
}

export const createDefault = (db: Kysely<any>, table: PartitionedTable) =>
  create(db, table, getDefaultPartition(table), sql`default`)

export const createDay = (db: Kysely<any>, table: PartitionedTable, day: number) =>
  create(db, table, partitionName(table, day), toPartitionBounds(table, { from: day, to: day + 1 }))

export const toPartitionBounds = (
  table: PartitionedTable,
  { from, to }: { from: number; to: number },
) =>
  sql`for values from (${sql.lit(getFirstIdOfDay(table, from))}) to (${sql.lit(getFirstIdOfDay(table, to))})`

async function create(
  db: Kysely<any>,
  table: PartitionedTable,
  name: string,
  bounds: ReturnType<typeof sql>,
): Promise<void> {
  const work = async (tx: Kysely<any>) => {
    // Serializes processes that start together.
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
    const { rows } = await sql`select from pg_class where relname = ${name}`.execute(tx)
    if (rows.length > 0) return
    const storage = table.storage ? sql` with (${sql.raw(table.storage)})` : sql``
    await sql`create table ${sql.table(name)} partition of ${sql.table(table.name)} ${bounds}${storage}`.execute(
      tx,
    )
    await isolateTenants(tx, name, 'project_id')
  }
  await (db.isTransaction ? work(db) : db.transaction().execute(work))
}
