import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isId, type ProjectId } from '@platform/contract'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from '../packages/kernel/src/db/embedded-postgres.ts'
import { newId } from '../packages/kernel/src/db/new-id.ts'
import { inTransaction } from '../packages/kernel/src/db/transaction.ts'
import { createTenant } from '../packages/server/src/main/bootstrap.ts'
import { startPlatform, type Platform } from '../packages/server/src/main/platform.ts'
import { readSettings } from '../packages/server/src/main/settings.ts'
import { freePort } from '../packages/testing/src/free-port.ts'
import { patiently } from '../packages/testing/src/patiently.ts'
import { within } from '../packages/testing/src/machine-speed.ts'

// Two PostgreSQL servers, one a synchronous standby of the other; the primary is killed under load.

it('loses no acknowledged event when the primary is killed and its standby promoted', async () => {
  const { primary, standby, url } = await givenTwoServers()
  const receiver = await givenReceiver()
  const port = await freePort()
  const platform = await startPlatform(
    readSettings({
      DATABASE_URL: url,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PORT: String(port),
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_RETRY_SCHEDULE: '1,1,1,1,1,1,1,1,1,1',
    }),
  )
  onTestFinished(() => platform.stop())
  const base = `http://127.0.0.1:${port}`
  const { apiKey, projectId } = await createTenant(platform.database, {
    org: 'Acme',
    project: 'acme',
    owner: 'owner@acme.test',
  })
  if (!isId('proj', projectId)) throw new Error(`${projectId} is no ID of a project.`)
  const post = async (path: string, body: unknown) => {
    const reply = await fetch(`${base}/v1/projects/acme/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(201)
    return (await reply.json()) as { id: string }
  }
  const destination = await post('destinations', {
    name: 'hook',
    type: 'webhook',
    metadata: { url: receiver.url },
  })
  const topic = await post('topics', { name: 'all' })
  await post('notification-event-topic-routes', {
    topicId: topic.id,
    eventType: 'connection.deleted',
  })
  await post('topic-destination-routes', { topicId: topic.id, destinationId: destination.id })

  const load = keepEmitting(platform, projectId)
  await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThan(300), patiently)
  const beforeKill = load.acknowledged.size
  await primary.kill()
  await sleep(500)
  await standby.promote()
  const promotedAt = performance.now()
  await within(10_000, async () => expect((await fetch(`${base}/readyz`)).status).toBe(200))
  const readyAfterMs = performance.now() - promotedAt
  await vi.waitFor(
    () => expect(load.acknowledged.size).toBeGreaterThan(beforeKill + 300),
    patiently,
  )
  await load.stop()
  await vi.waitFor(
    () => expect([...load.acknowledged].filter((id) => !receiver.taken.has(id))).toEqual([]),
    { ...patiently, interval: 200 },
  )

  console.log(
    `${load.acknowledged.size} acknowledged, ${beforeKill} before the kill, none lost; ` +
      `ready ${Math.round(readyAfterMs)} ms after the promotion`,
  )
})

/** Only processes are killed, not the machine, so their writes survive. */
const lively = { settings: { fsync: 'off' } }

/**
 * Starts a primary that acknowledges what its standby has written, and returns one URL for both.
 */
async function givenTwoServers() {
  const folder = await mkdtemp(join(tmpdir(), 'standby-'))
  await chmod(folder, 0o755)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const primary = await startEmbeddedPostgres(first, lively)
  const admin = new pg.Client({ connectionString: primary.connectionString })
  await admin.connect()
  const { uid, gid } = await stat(first)
  await appendFile(join(first, 'pg_hba.conf'), 'local replication all scram-sha-256\n')
  await admin.query('select pg_reload_conf()')

  await admin.query("select pg_create_physical_replication_slot('standby')")
  await admin.query("select pg_backup_start('standby', true)")
  await cp(first, second, {
    recursive: true,
    filter: (path) => !/postmaster\.\w+$|\.s\.PGSQL/.test(path),
  })
  await cp(`${first}.password`, `${second}.password`)
  const { rows } = await admin.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop()',
  )
  await writeFile(join(second, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(second, 'standby.signal'), '')
  await appendFile(
    join(second, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${admin.host} user=postgres password=${admin.password} application_name=standby'
primary_slot_name = 'standby'
`,
  )
  for (const path of await readdir(second, { recursive: true })) {
    await chown(join(second, path), uid, gid)
  }
  const standby = await startEmbeddedPostgres(second, lively)
  onTestFinished(async () => {
    await Promise.allSettled([primary.stop(), standby.stop()])
    await rm(folder, { recursive: true, force: true })
  })

  await admin.query("alter system set synchronous_standby_names = 'standby'")
  await admin.query('select pg_reload_conf()')
  await vi.waitFor(async () => {
    const replication = await admin.query('select sync_state from pg_stat_replication')
    expect(replication.rows).toEqual([{ sync_state: 'sync' }])
  }, patiently)
  // It fails together with the primary.
  admin.on('error', () => {})

  const hosts = [second, first].map((path) => encodeURIComponent(path))
  return {
    // The standby is listed first, so clients must find the primary.
    url: `postgresql://postgres:${admin.password}@${hosts.join(',')}/platform`,
    primary: {
      async kill() {
        const [pid = ''] = (await readFile(join(first, 'postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGKILL')
        await primary.ended
      },
    },
    standby: {
      async promote() {
        const client = new pg.Client({ connectionString: standby.connectionString })
        await client.connect()
        await client.query('select pg_promote()')
        await client.end()
      },
    },
  }
}

/** Emits events at maximum speed, each repeatedly until it is acknowledged. */
function keepEmitting({ database, services }: Platform, projectId: ProjectId) {
  const acknowledged = new Set<string>()
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      const data = {
        projectId,
        connectionId: newId('conn'),
        ...{ provider: 'hubspot', groupRef: 'acme', consumerRef: 'ana', consumerName: 'Ana' },
      }
      await inTransaction(database.tenant(projectId), (tx) =>
        services.notifications.emit(tx, { projectId, type: 'connection.deleted', data }),
      )
        .then((id) => acknowledged.add(id))
        // Not acknowledged: the database is unavailable.
        .catch(() => sleep(20))
    }
  }
  const lanes = Array.from({ length: 8 }, lane)
  return {
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

async function givenReceiver() {
  const taken = new Set<string>()
  const server = createServer((request, reply) => {
    taken.add(String(request.headers['webhook-id']))
    request.resume().on('end', () => reply.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, taken }
}
