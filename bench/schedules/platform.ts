/** Starts a server like `serve`, with many installations on one schedule. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Tables } from '../../packages/kernel/src/db/tables.ts'
import { newId } from '../../packages/kernel/src/db/new-id.ts'
import { nextRun } from '../../packages/data/src/sync/object/next-run.ts'
import { givenBenchProject, salesforceOn, startBenchPlatform } from '../platform.ts'

const [providerPort, count, spread] = process.argv.slice(2).map(Number)
const installations = count ?? 0
const spreadMs = (spread ?? 0) * 1000
const schedule = '*/10 * * * *'
const intervalMs = 600_000

const platform = await startBenchPlatform({
  settings: { PLATFORM_LOG_LEVEL: 'warn' },
  providerOverrides: salesforceOn(providerPort),
})
const { database, services } = platform
const { everything } = database
const { call, projectId } = await givenBenchProject(platform, 'bench')
await call('POST', '/destinations', {
  name: 'webhook',
  type: 'webhook',
  metadata: { url: `http://127.0.0.1:${providerPort}/` },
})
await call('PUT', '/integrations:batch', {
  sourceYaml: `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '${schedule}'
          requiredFields: [{ fieldName: LastName }]
`,
})
const { id: integrationId, latestRevisionId: revisionId } = await everything
  .selectFrom('integrations')
  .select(['id', 'latestRevisionId'])
  .executeTakeFirstOrThrow()

const tokens = { accessToken: 'token', issuedAt: Date.now(), expiresAt: Date.now() + 86_400_000 }
const credentials = JSON.stringify({ kind: 'authorizationCode', tokens })
const content = JSON.stringify({ provider: 'salesforce', read: { objects: { Contact: {} } } })
const objectName = 'Contact'
const createdBy = 'bench'
const from = { projectId }
for (let done = 0; done < installations; done += 1000) {
  const rows = await Promise.all(
    Array.from({ length: Math.min(1000, installations - done) }, async (_, index) => ({
      ref: `group-${done + index}`,
      connection: newId('conn'),
      installation: newId('inst'),
      config: newId('conf'),
      sealed: await services.secrets.seal(from.projectId, credentials),
    })),
  )
  await everything.transaction().execute(async (tx) => {
    const insert = (table: keyof Tables, values: object[]) =>
      tx.insertInto(table).values(values).execute()
    await insert(
      'groups',
      rows.map(({ ref }) => ({ ...from, groupRef: ref, groupName: ref })),
    )
    await insert(
      'consumers',
      rows.map(({ ref }) => ({ ...from, consumerRef: ref, consumerName: ref })),
    )
    await insert(
      'connections',
      rows.map(({ ref, connection, sealed }) => ({
        ...from,
        id: connection,
        provider: 'salesforce',
        groupRef: ref,
        consumerRef: ref,
        authScheme: 'oauth2/authorizationCode',
        status: 'working',
        credentials: sealed,
        accessExpireTime: new Date(tokens.expiresAt),
      })),
    )
    await insert(
      'installations',
      rows.map(({ ref, connection, installation, config }) => ({
        ...from,
        id: installation,
        integrationId,
        groupRef: ref,
        connectionId: connection,
        configId: config,
        createdBy,
      })),
    )
    await insert(
      'configs',
      rows.map(({ installation, config }) => ({
        ...from,
        id: config,
        installationId: installation,
        revisionId,
        content,
        createdBy,
      })),
    )
    await insert(
      'installationObjects',
      rows.map(({ installation }) => ({
        ...from,
        installationId: installation,
        objectName,
        watermark: new Date(),
      })),
    )
  })
}

const memory = () => process.memoryUsage.rss() / 1e6
const beganAt = Date.now() + 3_000
const client = await database.connect()
const { rows: installed } = await client.query<{ id: string }>('select id from installations')
/** Due times as the platform spreads them, optionally within a shorter time. */
const dueTimes = installed.map(({ id }) => {
  const after = nextRun(schedule, `${id}:${objectName}`, new Date(beganAt)).getTime() - beganAt
  return new Date(beganAt + (after * spreadMs) / intervalMs)
})
await client.query(
  `update installation_objects o set next_run_time = due
     from unnest($1::text[], $2::timestamptz[]) as wanted (id, due)
    where o.installation_id = wanted.id`,
  [installed.map(({ id }) => id), dueTimes],
)

const superuser = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
await superuser.connect()
await superuser.query('create extension pg_stat_statements')
await superuser.query('select pg_stat_statements_reset()')
const cpuBefore = process.cpuUsage()
let mostMemory = 0
let read = { done: 0, latest: 0 }
while (read.done < installations && Date.now() < beganAt + spreadMs + 120_000) {
  mostMemory = Math.max(mostMemory, memory())
  await sleep(2_000)
  const { rows } = await client.query<typeof read>(
    `select count(*)::int as done, max(extract(epoch from o.update_time - w.due))::float8 as latest
       from unnest($1::text[], $2::timestamptz[]) as w (id, due)
       join lateral (
         select update_time from operations
          where installation_id = w.id and status = 'success' order by id limit 1) o on true`,
    [installed.map(({ id }) => id), dueTimes],
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
  'most memory, MB': Math.round(mostMemory),
})
