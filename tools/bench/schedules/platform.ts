/** Starts a server like `serve`, with many installations on one schedule. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { givenScheduledProject, insertInstallations, makeDue } from '../fleet/seed.ts'
import { salesforceOn, startBenchPlatform } from '../support/platform.ts'

const [providerPort, count, spread] = process.argv.slice(2).map(Number)
const installations = count ?? 0
const spreadMs = (spread ?? 0) * 1000

const platform = await startBenchPlatform({
  settings: { PLATFORM_LOG_LEVEL: 'warn' },
  providerOverrides: salesforceOn(providerPort),
})
const { database } = platform
const objectNames = ['Contact']
const { projectId } = await givenScheduledProject(platform, {
  webhookUrl: `http://127.0.0.1:${providerPort}/`,
  objectNames,
})
await insertInstallations(platform, { projectId, count: installations, objectNames })

const memory = () => process.memoryUsage.rss() / 1e6
const beganAt = Date.now() + 3_000
const objects = await makeDue(platform, { beganAt, spreadMs })
const installed = objects.map(({ id }) => id)
const dueTimes = objects.map(({ due }) => due)
const client = await database.connect()

const superuser = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
await superuser.connect()
await superuser.query('create extension pg_stat_statements')
await superuser.query('select pg_stat_statements_reset()')
const cpuBefore = process.cpuUsage()
let peakMemory = 0
let read = { done: 0, latest: 0 }
while (read.done < installations && Date.now() < beganAt + spreadMs + 120_000) {
  peakMemory = Math.max(peakMemory, memory())
  await sleep(2_000)
  const { rows } = await client.query<typeof read>(
    `select count(*)::int as done, max(extract(epoch from o.update_time - w.due))::float8 as latest
       from unnest($1::text[], $2::timestamptz[]) as w (id, due)
       join lateral (
         select update_time from operations
          where installation_id = w.id and status = 'success' order by id limit 1) o on true`,
    [installed, dueTimes],
  )
  read = rows[0] ?? read
}
const { done } = read
const { rows: statements } = await superuser.query<{ calls: number; ms: number; query: string }>(
  `select calls::int, round(total_exec_time)::int as ms, regexp_replace(query, '\\s+', ' ', 'g') as query
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by calls desc`,
)
client.release()
await superuser.end()
if (process.env['BENCH_STATEMENTS']) {
  for (const { calls, ms, query } of statements) {
    if (calls * 20 > done)
      console.log(`${(calls / done).toFixed(2)}\t${ms} ms\t${query.slice(0, 160)}`)
  }
}
const cpu = process.cpuUsage(cpuBefore)
const cpuSeconds = (cpu.user + cpu.system) / 1e6
process.send?.({
  installations,
  read: done,
  'latest, seconds after its time': Number(read.latest.toFixed(1)),
  'CPU, ms for each read': Number(((cpuSeconds * 1000) / done).toFixed(2)),
  'share of a core while they fall due': Number((cpuSeconds / (spreadMs / 1000)).toFixed(2)),
  'statements for each read': Number(
    (statements.reduce((sum, { calls }) => sum + calls, 0) / done).toFixed(1),
  ),
  'most memory, MB': Math.round(peakMemory),
})
