import { sql, type Kysely } from 'kysely'
import { isolateTenants } from './row-level-security.ts'
import { earliestId } from './new-id.ts'

const dayMs = 24 * 3600 * 1000

/** A table that is partitioned by an ID, a partition for each day (UTC). */
export interface PartitionedTable {
  name: string
  idPrefix: string
  storage?: string
}

/**
 * Makes the partitions for today and the coming days that do not exist yet. What falls into none of
 * them goes to the default partition.
 */
export async function createPartitions(
  db: Kysely<any>,
  table: PartitionedTable,
  { now = Date.now(), daysAhead = 3 }: { now?: number; daysAhead?: number } = {},
): Promise<void> {
  const existing = new Set(await partitionsOf(db, table))
  const today = Math.floor(now / dayMs)
  const wanted = Array.from({ length: daysAhead + 1 }, (_, ahead) => today + ahead)
  if (!existing.has(`${table.name}_default`)) {
    await create(db, table, `${table.name}_default`, sql`default`)
  }
  for (const day of wanted) {
    const name = partitionName(table, day)
    if (existing.has(name)) continue
    const bounds = [day, day + 1].map((bound) => sql.lit(earliestId(table.idPrefix, bound * dayMs)))
    await create(db, table, name, sql`for values from (${bounds[0]}) to (${bounds[1]})`)
  }
}

/** Drops the partitions whose every row is older than this. Answers their names. */
export async function dropPartitions(
  db: Kysely<any>,
  table: PartitionedTable,
  olderThan: Date,
): Promise<string[]> {
  const lastKept = partitionName(table, Math.floor(olderThan.getTime() / dayMs))
  const old = (await partitionsOf(db, table)).filter(
    (name) => /_\d{8}$/.test(name) && name < lastKept,
  )
  for (const name of old) await sql`drop table if exists ${sql.table(name)}`.execute(db)
  return old
}

async function partitionsOf(db: Kysely<any>, table: PartitionedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table.name}::regclass
  `.execute(db)
  return rows.map((row) => row.name)
}

async function create(
  db: Kysely<any>,
  table: PartitionedTable,
  name: string,
  bounds: ReturnType<typeof sql>,
): Promise<void> {
  const work = async (tx: Kysely<any>) => {
    // Processes that start together create them one after the other.
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

const partitionName = (table: PartitionedTable, day: number) =>
  `${table.name}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
