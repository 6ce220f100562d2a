/**
 * Benchmark of lists from a read replica: a primary and its streaming replica (fsync on), one process that
 * lists topics while it commits events as fast as it can. Prints how old the lists were.
 * `node tools/bench/replica.ts [lists]`
 */
import { randomBytes } from 'node:crypto'
import { isId } from '@platform/contract'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { inTransaction } from '../../server/kernel/src/db/transaction.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { sleep } from '../../server/kernel/src/values/sleep.ts'
import { createTenant } from '../../server/program/src/main/bootstrap.ts'
import { startPlatform, type Platform } from '../../server/program/src/main/platform.ts'
import { readSettings } from '../../server/program/src/main/settings/settings.ts'
import { startPrimaryWithStandby } from '../testing/src/primary-with-standby.ts'

const lists = Number(process.argv[2] ?? 300)
const listEveryMs = 50
const lanes = 8

const servers = await startPrimaryWithStandby()
try {
  const platform = await startPlatform(
    readSettings({
      DATABASE_URL: servers.url,
      DATABASE_READ_URL: servers.url,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
    }),
  )
  try {
    await measurePlatform(platform)
  } finally {
    await platform.stop()
  }
} finally {
  await servers.stop()
}

async function measurePlatform(platform: Platform): Promise<void> {
  const names = { org: 'Acme', project: 'acme', owner: 'owner@acme.test' }
  const { apiKey, projectId } = await createTenant(platform.database, names)
  const list = async () => {
    const reply = await fetch(`${platform.url}/v1/projects/${projectId}/topics`, {
      headers: { 'x-api-key': apiKey, 'x-platform-position': 'any' },
    })
    await reply.text()
    if (!reply.ok) throw new Error(`A list was answered ${reply.status}.`)
    const age = reply.headers.get('x-platform-replica-age')
    return age === null ? undefined : Number(age)
  }
  while ((await list()) === undefined) await sleep(100)

  const load = commitEvents(platform, projectId)
  const ages: number[] = []
  const lags: number[] = []
  const startedAt = performance.now()
  for (let n = 0; n < lists; n++) {
    const age = await list()
    if (age !== undefined) ages.push(age)
    if (n % 20 === 0) lags.push((await platform.database.replica!.look()).lagSeconds)
    await sleep(listEveryMs)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const events = await load.stop()
  ages.sort((a, b) => a - b)
  const at = (share: number) => ages[Math.min(ages.length - 1, Math.floor(share * ages.length))]
  console.log({
    lists,
    fromReplica: ages.length,
    ageMs: { p50: at(0.5), p99: at(0.99), max: ages.at(-1) },
    replicaLagMs: {
      least: Math.round(Math.min(...lags) * 1000),
      most: Math.round(Math.max(...lags) * 1000),
    },
    eventsCommitted: events,
    eventsPerSecond: Math.round(events / seconds),
  })
}

/** Commits events at maximum speed, each in its own transaction. */
function commitEvents({ database, services }: Platform, project: string) {
  const projectId = must(isId('proj', project) ? project : undefined, 'ID of a project')
  let events = 0
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
      events++
    }
  }
  const running = Array.from({ length: lanes }, lane)
  return {
    async stop() {
      isOver = true
      await Promise.all(running)
      return events
    },
  }
}
