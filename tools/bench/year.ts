/**
 * Simulates a year of a busy platform, scaled down, by moved clocks: each day is inserted with the
 * IDs of that day, then the server's own jobs remove what has expired. Reports every 30 days what the
 * tables take, so that growth beyond the retention and rows that vacuum leaves behind are visible.
 * `node tools/bench/year.ts [days] [messages per day] [reads per day]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expiringTables } from '../../server/delivery/src/notifications/set-up/store.ts'
import { operationJobs } from '../../server/installations/src/operations/jobs.ts'
import { openDatabase } from '../../server/kernel/src/db/database.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { earliestId } from '../../server/kernel/src/db/new-id.ts'
import { keepPartitions } from '../../server/kernel/src/db/partitions.ts'
import { cutOff } from '../../server/kernel/src/db/retention.ts'
import { migrateAll } from '../../server/program/src/main/storage/open-database.ts'

const [days = 365, messages = 3_000, reads = 3_000] = process.argv.slice(2).map(Number)
/** The defaults of `PLATFORM_KEEP_…`. */
const retention = { operations: 30, emptyReads: 3, logs: 30 }
const messageDays = 30
const dayMs = 24 * 3600_000
/** One read in this number finds a record. */
const oneChangedIn = 50
/** Records in snapshots, of which a part changes every day. */
const snapshotRecords = 20_000

let now = Date.UTC(2026, 0, 1)
Date.now = () => now

const folder = await mkdtemp(join(tmpdir(), 'bench-year-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
  // A day takes about a second.
  settings: { autovacuum_naptime: '1s', synchronous_commit: 'off' },
})
const database = await openDatabase(postgres.connectionString)
const client = new pg.Client({ connectionString: postgres.connectionString })
try {
  await migrateAll(database)
  await client.connect()
  // The rows have no project and no installation.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into snapshot_records (installation_id, object_name, record_id, project_id, hash, seen_by)
     select 'inst_' || n % 100, 'Contact', n::text, 'proj_' || n % 10, md5(n::text), 'op_'
       from generate_series(1, $1::int) n`,
    [snapshotRecords],
  )
  console.log('day   days per second  upkeep ms/day  sizes in MB: table+indexes (dead rows)')
  let startedAt = performance.now()
  let upkeepMs = 0
  for (let day = 1; day <= days; day++) {
    await insertDay(now)
    now += dayMs
    const before = performance.now()
    await keepHouse()
    upkeepMs += performance.now() - before
    if (day % 30 > 0 && day < days) continue
    // Vacuum runs once a minute in a day of 86,400 seconds: wait for its next round.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    const perSecond = (30_000 / (performance.now() - startedAt)).toFixed(1)
    console.log(
      `${String(day).padEnd(5)} ${perSecond.padEnd(16)} ${(upkeepMs / 30).toFixed(0).padEnd(14)} ${await sizes()}`,
    )
    startedAt = performance.now()
    upkeepMs = 0
  }
} finally {
  await client.end()
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** IDs spread over the day. */
function makeIds(prefix: string, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    earliestId(prefix, from + Math.floor((at * dayMs) / count)),
  )
}

async function insertDay(from: number): Promise<void> {
  const events = makeIds('evt', from, messages)
  await client.query(
    `insert into events (project_id, id, type, body)
     select 'proj_' || n % 10, id, 'read', repeat(md5(id), 30)
       from unnest($1::text[]) with ordinality e (id, n)`,
    [events],
  )
  await client.query(
    `insert into deliveries (destination_id, event_id, project_id, type, holder)
     select 'dest_' || n % 10, id, 'proj_' || n % 10, 'read', 1
       from unnest($1::text[]) with ordinality e (id, n)`,
    [events],
  )
  await client.query(
    `update deliveries set status = 'delivered', holder = null, attempt_count = 1,
            attempts = '{"at":"2026-01-01T00:00:00.000Z","status":204,"ms":12}'
      where event_id >= $1 and event_id <= $2`,
    [events[0], events.at(-1)],
  )
  const operations = makeIds('op', from, reads)
  await client.query(
    `insert into operations (id, project_id, integration_id, installation_id, config_id, action_type,
            object_name, status, read_type, recently_read)
     select id, 'proj_' || n % 10, 'int_' || n % 10, 'inst_' || n % 100, 'conf_' || n % 100, 'read',
            'Contact', 'in_progress', 'scheduled', '{}'
       from unnest($1::text[]) with ordinality o (id, n)`,
    [operations],
  )
  await client.query(
    `update operations set status = 'success', fence = 1, pages = 1, update_time = now(),
            result = 'Read 0 records.',
            records_processed = case when hashtext(id) % $3::int = 0 then 1 else 0 end
      where id >= $1 and id <= $2`,
    [operations[0], operations.at(-1), oneChangedIn],
  )
  await client.query(
    `insert into operation_logs (id, project_id, operation_id, severity, message)
     select log, 'proj_' || n % 10, op, 'info',
            jsonb_build_object('msg', 'Read 0 records.', 'operation_id', op, 'call', repeat(md5(op), 25))
       from unnest($1::text[], $2::text[]) with ordinality l (log, op, n)`,
    [makeIds('log', from, reads), operations],
  )
  await client.query(
    `update snapshot_records set hash = md5($1 || record_id), seen_by = $1
      where hashtext($1 || record_id) % 20 = 0`,
    [operations[0]],
  )
}

async function keepHouse(): Promise<void> {
  for (const table of expiringTables) {
    await database.asOwner((owner) =>
      keepPartitions(database.through(owner), table, { olderThan: cutOff(messageDays) }),
    )
  }
  const jobs = operationJobs(database, retention)
  await jobs['expire-operations']()
  await jobs['expire-empty-reads']()
}

/** Sizes of each table with its partitions. */
async function sizes(): Promise<string> {
  const { rows } = await client.query<{ name: string; mb: string; indexes: string; dead: string }>(
    `select coalesce(parent.relname, c.relname) as name,
            sum(pg_table_size(c.oid)) / 1e6 as mb, sum(pg_indexes_size(c.oid)) / 1e6 as indexes,
            sum(s.n_dead_tup) as dead
       from pg_class c join pg_stat_user_tables s on s.relid = c.oid
       left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
      where coalesce(parent.relname, c.relname) = any($1) group by 1 order by 1`,
    [['events', 'deliveries', 'operations', 'operation_logs', 'snapshot_records']],
  )
  return rows
    .map(
      ({ name, mb, indexes, dead }) =>
        `${name} ${Number(mb).toFixed(1)}+${Number(indexes).toFixed(1)} (${dead})`,
    )
    .join('  ')
}
