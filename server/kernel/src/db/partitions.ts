import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isolateTenants } from './schema/row-level-security.ts'
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
const getDefaultPartition = ({ name }: PartitionedTable) => `${name}_default`
const getFirstIdOfDay = ({ idPrefix }: PartitionedTable, day: number) =>
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

const isCovered = (partitions: Partition[], day: number) =>
  partitions.some(({ from, to }) => from <= day && day < to)

/** Returns the partitions, oldest first. */
async function listPartitions(db: Kysely<any>, table: PartitionedTable): Promise<Partition[]> {
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

const createDefault = (db: Kysely<any>, table: PartitionedTable) =>
  create(db, table, getDefaultPartition(table), sql`default`)

export const createDay = (db: Kysely<any>, table: PartitionedTable, day: number) =>
  create(db, table, partitionName(table, day), toPartitionBounds(table, { from: day, to: day + 1 }))

const toPartitionBounds = (table: PartitionedTable, { from, to }: { from: number; to: number }) =>
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

/** A partitioned table whose old days are removed. */
export interface ExpiringTable extends PartitionedTable {
  idColumn: string
  /** Matches rows that are still needed: they outlive their day, in the default partition. */
  isNeeded: RawBuilder<SqlBool>
}

/** Maximum number of rows moved while others wait. A day with more needed rows is kept. */
const maxMoved = 10_000
const batch = 1000

/**
 * Creates the partitions of the coming days, moves rows out of the default partition, and removes
 * what is older than `olderThan`. Locks are held only briefly; a lock that is not available within
 * seconds is left for the next run.
 */
export async function keepPartitions(
  db: Kysely<any>,
  table: ExpiringTable,
  { olderThan, now = getNowMs() }: { olderThan: Date; now?: number },
): Promise<void> {
  const oldest = toDay(olderThan.getTime())
  await moveStrayRows(db, table, { oldest, today: toDay(now) })
  await createPartitions(db, table, { now })
  for (const partition of await listPartitions(db, table)) {
    if (partition.to <= oldest) await expire(db, table, partition)
  }
  await expireLeftovers(db, table, oldest)
}

/**
 * Moves rows of the default partition to partitions of their days: no partition can be created for
 * a day with rows there. The default partition itself becomes that of the longest run of days
 * without one, however many rows it has; other rows in it (from a wrong clock) are moved.
 */
async function moveStrayRows(
  db: Kysely<any>,
  table: ExpiringTable,
  { oldest, today }: { oldest: number; today: number },
): Promise<void> {
  await createDefault(db, table)
  if ((await daysInDefault(db, table, oldest)).size === 0) return
  await exclusively(db, table, async (tx) => {
    const days = await daysInDefault(tx, table, oldest)
    if (days.size === 0) return
    const run = longestRun(days, await listPartitions(tx, table), today)
    const former = run ? partitionName(table, run.to - 1) : `${table.name}_former`
    await sql`alter table ${sql.table(table.name)}
      detach partition ${sql.table(getDefaultPartition(table))}`.execute(tx)
    await sql`alter table ${sql.table(getDefaultPartition(table))} rename to ${sql.ref(former)}`.execute(
      tx,
    )
    await createDefault(tx, table)
    for (const day of days.keys()) {
      if (!run || day < run.from || day >= run.to) await createDay(tx, table, day)
    }
    const id = sql.ref(table.idColumn)
    const isStray = run
      ? sql`${id} < ${getFirstIdOfDay(table, run.from)} or ${id} >= ${getFirstIdOfDay(table, run.to)}`
      : sql`true`
    await sql`with strays as (delete from ${sql.table(former)} where ${isStray} returning *)
      insert into ${sql.table(table.name)} select * from strays`.execute(tx)
    await (
      run
        ? sql`alter table ${sql.table(table.name)}
            attach partition ${sql.table(former)} ${toPartitionBounds(table, run)}`
        : sql`drop table ${sql.table(former)}`
    ).execute(tx)
  })
}

/** Returns how many rows the default partition has for each day that is kept. */
async function daysInDefault(
  db: Kysely<any>,
  table: ExpiringTable,
  oldest: number,
): Promise<Map<number, number>> {
  const id = sql.ref(table.idColumn)
  // Six hex digits of the time are 17 minutes.
  const { rows } = await sql<{ first: string; last: string; count: number }>`
    select min(${id}) as first, max(${id}) as last, count(*)::int as count
      from ${sql.table(getDefaultPartition(table))} where ${id} >= ${getFirstIdOfDay(table, oldest)}
     group by left(${id}, ${table.idPrefix.length + 7})`.execute(db)
  const days = new Map<number, number>()
  for (const { first, last, count } of rows) {
    const [day, next] = [first, last].map((text) => toDay(timeOfId(text))) as [number, number]
    days.set(day, (days.get(day) ?? 0) + count)
    days.set(next, days.get(next) ?? 1)
  }
  return days
}

/** Returns the span of past days without a partition, including today, that has the most rows. */
function longestRun(
  days: Map<number, number>,
  partitions: Partition[],
  today: number,
): { from: number; to: number } | undefined {
  const runs: { from: number; to: number; rows: number }[] = []
  for (const [day, rows] of [...days].toSorted(([a], [b]) => a - b)) {
    if (day > today) break
    const last = runs.at(-1)
    const isNext = last && !partitions.some(({ from, to }) => last.to < to && from <= day)
    if (isNext) Object.assign(last, { to: day + 1, rows: last.rows + rows })
    else if (!isCovered(partitions, day)) runs.push({ from: day, to: day + 1, rows })
  }
  return runs.toSorted((a, b) => b.rows - a.rows)[0]
}

/** Drops a partition except for the rows that are still needed. */
async function expire(db: Kysely<any>, table: ExpiringTable, { name }: Partition): Promise<void> {
  await exclusively(db, table, async (tx) => {
    const { rows } = await sql`select from ${sql.table(name)}
      where ${table.isNeeded} limit ${maxMoved + 1}`.execute(tx)
    if (rows.length > maxMoved) return
    await sql`alter table ${sql.table(table.name)} detach partition ${sql.table(name)}`.execute(tx)
    if (rows.length > 0) {
      await sql`insert into ${sql.table(table.name)}
        select * from ${sql.table(name)} where ${table.isNeeded}`.execute(tx)
    }
    await sql`drop table ${sql.table(name)}`.execute(tx)
  })
}

/** Removes rows that have outlived their day and are no longer needed. */
async function expireLeftovers(
  db: Kysely<any>,
  table: ExpiringTable,
  oldest: number,
): Promise<void> {
  const from = sql.table(getDefaultPartition(table))
  for (let removed = batch; removed === batch;) {
    const { numAffectedRows } = await sql`delete from ${from} where ctid = any(array(
      select ctid from ${from}
       where ${sql.ref(table.idColumn)} < ${getFirstIdOfDay(table, oldest)} and not (${table.isNeeded})
       limit ${batch}))`.execute(db)
    removed = Number(numAffectedRows)
  }
}

/**
 * Runs the work with an exclusive lock on the table, without making others queue behind it for
 * long.
 */
async function exclusively(
  db: Kysely<any>,
  table: PartitionedTable,
  work: (tx: Kysely<any>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '1s'`.execute(tx)
    await sql`lock table ${sql.table(table.name)} in access exclusive mode`.execute(tx)
    await work(tx)
  })
}
