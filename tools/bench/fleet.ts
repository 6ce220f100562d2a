/**
 * Benchmark of a fleet: installations with three objects each, read every ten minutes, of which 2 %
 * find a changed record, at a provider that answers after 100 ms, and events beside them. Engines
 * run on machines of their own (network namespaces), and they and PostgreSQL have a limited number
 * of processors each (cgroups; both as root on Linux). The due times
 * of ten minutes are compressed into fewer seconds: 10,000 installations in 60 seconds are as many
 * reads per second as 100,000 in ten minutes, on tables of a tenth of the size.
 * `node tools/bench/fleet.ts [installations] [seconds] [engines] [cores of each] [cores of PostgreSQL]
 * [events per second]`
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { limitCpu } from './support/cgroup.ts'
import { childrenIn } from './support/children.ts'
import { findPostmaster } from './support/cpu.ts'
import {
  addressFor,
  commandOn,
  databaseFor,
  postgresFor,
  startMachines,
} from './support/machines.ts'

const [installations = 10_000, seconds = 60, engines = 2, cores = 1, coresOfPostgres = 2] =
  process.argv.slice(2, 7).map(Number)
const perSecond = Number(process.argv[7] ?? 100)
const providerDelayMs = 100
const percentChanged = 2
/** Concurrent reads of an engine: with a provider of 100 ms, ten would be 100 reads per second. */
const readSlots = 100

const folder = await mkdtemp(join(tmpdir(), 'bench-fleet-'))
const machines = await startMachines(engines)
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
  settings: {
    ...(machines.length > 0 && (await postgresFor(machines, folder))),
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '10000',
    'pg_stat_statements.track_planning': 'on',
    max_connections: '500',
    autovacuum_naptime: '15s',
  },
})
const { start, startChild, startOn, stop } = childrenIn(new URL('fleet/', import.meta.url), {
  DATABASE_URL: postgres.connectionString,
  PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
  NODE_ENV: 'production',
})
const admin = new pg.Client({ connectionString: postgres.connectionString })
const group = (name: string, count: number) => limitCpu(`bench-fleet-${process.pid}-${name}`, count)
const ofPostgres = await group('postgres', coresOfPostgres)
const ofEngines = await Promise.all(
  Array.from({ length: engines }, (_, index) => group(`engine-${index}`, cores)),
)
const groups = [ofPostgres, ...ofEngines].flatMap((one) => one ?? [])

/** Returns counts of PostgreSQL since its start. */
async function countsOfPostgres() {
  const { rows } = await admin.query<{ commits: number; wal: number; bytes: number }>(
    `select xact_commit::int as commits, (pg_current_wal_lsn() - '0/0')::float8 as wal,
            pg_database_size(datname)::float8 as bytes
       from pg_stat_database where datname = current_database()`,
  )
  return rows[0] ?? { commits: 0, wal: 0, bytes: 0 }
}

const readMemory = async (pid: number) => {
  // There is none outside Linux, and it may have ended.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
const roundFigure = (value: number, digits = 2) => Number(value.toFixed(digits))

try {
  await admin.connect()
  const { port } = await start<{ port: number }>(
    'provider.ts',
    String(providerDelayMs),
    String(percentChanged),
    '0.0.0.0',
  )
  const host = addressFor(machines)
  const api = await startChild<{ pid: number }>(
    'api.ts',
    host,
    ...[port, installations, seconds, perSecond].map(String),
  )
  const pids: number[] = []
  for (const [index, ofEngine] of ofEngines.entries()) {
    const machine = machines[index]
    const { message } = await startOn<{ pid: number }>(
      {
        through: commandOn(machine),
        databaseUrl: databaseFor(postgres.connectionString, machine),
      },
      'platform.ts',
      ...[host, String(port), String(readSlots), ...(ofEngine?.folders ?? [])],
    )
    pids.push(message.pid)
  }
  await admin.query('create extension pg_stat_statements')
  await admin.query('vacuum analyze')
  await ofPostgres?.add(await findPostmaster(join(folder, 'postgres')))
  const { rows: backends } = await admin.query<{ pid: number }>('select pid from pg_stat_activity')
  for (const { pid } of backends) await ofPostgres?.add(pid)

  api.child.send('begin')
  const [begun] = (await once(api.child, 'message')) as [{ beganAt: number; reads: number }]
  await admin.query(
    'create table fleet_due as select installation_id, object_name, next_run_time as due from installation_objects',
  )
  await admin.query('select pg_stat_statements_reset()')
  const usages = () => Promise.all(groups.map((one) => one.usage()))
  const [before, usagesBefore] = [await countsOfPostgres(), await usages()]
  const endsBy = begun.beganAt + seconds * 1000 + 180_000
  let [done, maxWaiting, peakMemory, maxConnections] = [0, 0, 0, 0]
  while (done < begun.reads && Date.now() < endsBy) {
    await sleep(2_000)
    const { rows } = await admin.query<{ done: number; due: number; connections: number }>(
      `select (select count(*) from operations where status = 'success')::int as done,
              (select count(*) from fleet_due where due <= now())::int as due,
              (select count(*) from pg_stat_activity where datname is not null)::int as connections`,
    )
    const seen = rows[0]
    if (!seen) continue
    done = seen.done
    maxWaiting = Math.max(maxWaiting, seen.due - done)
    maxConnections = Math.max(maxConnections, seen.connections)
    peakMemory = Math.max(peakMemory, ...(await Promise.all(pids.map(readMemory))))
  }
  const tookSeconds = (Date.now() - begun.beganAt) / 1000
  api.child.send('end')
  const [{ emitted }] = (await once(api.child, 'message')) as [{ emitted: number }]
  const [after, usagesAfter] = [await countsOfPostgres(), await usages()]

  /** Median, 99th percentile and maximum in seconds of this interval of a read. */
  const findSeconds = async (interval: string) => {
    const { rows } = await admin.query<{ seconds: number[] }>(
      `select percentile_cont(array[0.5, 0.99, 1]) within group (
                order by extract(epoch from ${interval})::float8) as seconds
         from fleet_due d cross join lateral (
           select create_time, update_time from operations
            where installation_id = d.installation_id and object_name = d.object_name
              and status = 'success' order by id limit 1) o`,
    )
    return rows[0]?.seconds.map((one) => roundFigure(one, 1))
  }
  const { rows: statements } = await admin.query<{ calls: number; ms: number; query: string }>(
    `select calls::int, (total_plan_time + total_exec_time)::float8 as ms, regexp_replace(query, '\\s+', ' ', 'g') as query
       from pg_stat_statements where toplevel and query not like '%fleet_due%'
      order by 2 desc`,
  )
  const { rows: tables } = await admin.query(
    `select relname as table, n_dead_tup::int as dead, n_live_tup::int as live,
            n_tup_upd::int as updates, n_tup_hot_upd::int as "of them HOT",
            autovacuum_count::int as vacuums, pg_size_pretty(pg_total_relation_size(relid)) as size
       from pg_stat_user_tables order by n_dead_tup desc limit 8`,
  )
  const counts = (await (await fetch(`http://127.0.0.1:${port}/counts`)).json()) as object
  const countCalls = (pattern: RegExp) =>
    statements.filter(({ query }) => pattern.test(query)).reduce((sum, { calls }) => sum + calls, 0)
  const cpu = usagesAfter.map(({ cpuSeconds, throttledSeconds }, index) => ({
    of: index === 0 ? 'PostgreSQL' : `engine ${index}`,
    cores: roundFigure((cpuSeconds - (usagesBefore[index]?.cpuSeconds ?? 0)) / tookSeconds),
    'seconds without a core': roundFigure(
      throttledSeconds - (usagesBefore[index]?.throttledSeconds ?? 0),
      1,
    ),
  }))
  console.log({
    installations,
    'reads due': begun.reads,
    'reads done': done,
    'reads due per second': roundFigure(begun.reads / seconds, 1),
    'seconds until all were done': roundFigure(tookSeconds, 1),
    'most reads due and not done': maxWaiting,
    'ended late, seconds: p50, p99, most': await findSeconds('o.update_time - d.due'),
    'of it until the read was queued': await findSeconds('o.create_time - d.due'),
    'of it in the queue and reading': await findSeconds('o.update_time - o.create_time'),
    'events per second': roundFigure(emitted / tookSeconds, 1),
    ...counts,
    'statements per read and event': roundFigure(countCalls(/./) / (done + emitted)),
    'commits per read and event': roundFigure((after.commits - before.commits) / (done + emitted)),
    'NOTIFY per second': roundFigure(countCalls(/notify/i) / tookSeconds, 1),
    'WAL, bytes per read and event': Math.round((after.wal - before.wal) / (done + emitted)),
    'disk, bytes per read and event': Math.round((after.bytes - before.bytes) / (done + emitted)),
    'most connections': maxConnections,
    'most memory of an engine, MB': Math.round(peakMemory),
  })
  if (groups.length > 0) console.table(cpu)
  else console.log('Processors were not limited: cgroups cannot be created.')
  if (machines.length === 0) console.log('Without network namespaces, all ran on one machine.')
  console.table(tables)
  console.table(
    statements.slice(0, 12).map(({ calls, ms, query }) => ({
      'per read and event': roundFigure(calls / (done + emitted), 3),
      'ms each': roundFigure(ms / calls, 3),
      'share of time, %': roundFigure(
        (ms * 100) / statements.reduce((sum, one) => sum + one.ms, 0),
        1,
      ),
      statement: query.slice(0, 90),
    })),
  )
} finally {
  await admin.end()
  await stop()
  await postgres.stop()
  for (const one of groups) await one.remove()
  await Promise.all(machines.map((machine) => machine.remove()))
  await rm(folder, { recursive: true, force: true })
}
