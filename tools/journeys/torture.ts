/**
 * `npm run test:torture`: kills servers and PostgreSQL at random during writes, reads, changes and
 * deliveries, upgrades them, and counts what was lost, repeated or never ended. `TORTURE_SECONDS`
 * sets the duration (120), `TORTURE_SEED` repeats the order of the kills, and `TORTURE_LOG`
 * (silent) is the servers' log level. `TORTURE_FROM` is a tag or commit of an earlier version, or the
 * folder of one with its packages installed: the servers run that version first, and for a while beside this one; nothing
 * is killed then, and no request may fail. `TORTURE_KILL_EVERY` is the mean number of seconds between
 * kills (2.25), `TORTURE_EVENTS` a number of events per second beside the rest, and `TORTURE_REPORT` a file for a report in Markdown, beside which the raw data is
 * written as CSV. `npm run soak` sets all of them: a day of
 * 100 million messages, of which one in a thousand is sent, in half an hour.
 */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sandboxControl, sandboxProviders, startSandbox } from '@platform/sandbox'
import { pickBy, randomFrom } from '../testing/src/seeded.ts'
import program from '../../package.json' with { type: 'json' }
import { beginTestRun } from '../testing/src/test-run.ts'
import { createLoadApi, startLoad } from './torture/load.ts'
import { startCluster, type Cluster } from './torture/cluster.ts'
import { findFormerVersion } from './torture/former-version.ts'
import { startFailingReceiver } from './torture/receiver.ts'
import { formatRawData, makeReport, watchRun } from './torture/report.ts'
import { eventually } from './support/program.ts'
import { setUpTorture } from './torture/set-up.ts'
import {
  pendingDeliveries,
  waitUntilDelivered,
  tally,
  withDatabase,
  type Kill,
} from './torture/tally.ts'

const seconds = Number(process.env['TORTURE_SECONDS'] ?? 120)
const seed = Number(process.env['TORTURE_SEED'] ?? Math.floor(Math.random() * 1_000_000))
/** Mean time between kills. */
const killEverySeconds = Number(process.env['TORTURE_KILL_EVERY'] ?? 2.25)
const eventsPerSecond = Number(process.env['TORTURE_EVENTS'] ?? 0)
const reportFile = process.env['TORTURE_REPORT']
const from = process.env['TORTURE_FROM']
const { version } = program
const contacts = 300
/**
 * Time limit for accepted work after the last kill, on any machine: a create whose reply was lost
 * is looked for at the provider during ten minutes, and for the last time up to a minute later.
 */
const settlesWithinMs = 900_000

console.log(`TORTURE_SEED=${seed} TORTURE_SECONDS=${seconds} TORTURE_EVENTS=${eventsPerSecond}`)
const run = await beginTestRun()
try {
  const former = from ? await findFormerVersion(from, run.folder) : undefined
  process.exitCode = (await torture(former)) ? 0 : 1
} finally {
  await run.end()
}

/** Returns whether every promise was kept. */
async function torture(former: string | undefined): Promise<boolean> {
  const random = randomFrom(seed)
  const sandbox = await startSandbox({ seed: { contacts } })
  const controls = {
    crm: sandboxControl(sandbox.salesforceUrl),
    hub: sandboxControl(sandbox.hubspotUrl),
  }
  const receiver = await startFailingReceiver(randomFrom(seed + 1))
  const cluster = await startCluster({
    folder: run.folder,
    servers: 2,
    former,
    settings: {
      PLATFORM_LOG_LEVEL: process.env['TORTURE_LOG'] ?? 'silent',
      PLATFORM_PROVIDERS: JSON.stringify(sandboxProviders(sandbox)),
      PLATFORM_RETRY_SCHEDULE: '1,1,2,2,5,5,10,10',
      // Every event of half an hour is of another customer.
      PLATFORM_LIMIT_CONNECTIONS: '100000',
      PLATFORM_LIMIT_GROUPS: '1000000',
    },
  })
  const tenant = { url: cluster.url, ...(await cluster.bootstrap()) }
  await setUpTorture(tenant, {
    webhookUrl: receiver.url,
    controls,
    hasEvents: eventsPerSecond > 0,
  })
  // Short delays of the provider's retries, which are not part of this test.
  await controls.hub.settings({ webhookRetryDelaysMs: Array(60).fill(1_000) })
  const api = createLoadApi(tenant)
  const load = startLoad(api, controls, { eventsPerSecond })
  const beganAt = Date.now()
  const watched = watchRun({ cluster, load: load.load, receipts: receiver.receipts })
  const kills: Kill[] = []
  const isAll = await withDatabase(cluster.connectionString, async (database) => {
    const endsAt = Date.now() + seconds * 1_000
    const upgradesAt = endsAt - seconds * 500
    const pick = pickBy(random)
    for (let hasUpgraded = false; Date.now() < endsAt || !hasUpgraded;) {
      await sleep(killEverySeconds * (200 + random() * 1_600))
      if (!hasUpgraded && Date.now() >= upgradesAt) {
        const since = Date.now()
        await cluster.upgrade({ besideMs: seconds * 250 })
        hasUpgraded = true
        console.log(`Upgraded under load in ${Math.round((Date.now() - since) / 1_000)} s.`)
      }
      if (former !== undefined) continue
      const victim = pick([...cluster.servers.keys(), 'PostgreSQL'] as const)
      kills.push(await kill(cluster, victim, () => pendingDeliveries(database)))
    }
    console.log(`${kills.length} kills. Waiting until everything has ended.`)
    const done = await load.stop()
    const stoppedAt = Date.now()
    await Promise.all(Object.values(controls).map((control) => control.clearFaults()))
    await waitUntilDelivered(database, { load: done, receipts: receiver.receipts }, settlesWithinMs)
    const counts = await tally(database, api, {
      load: done,
      receipts: receiver.receipts,
      kills,
      contacts,
      errors: api.errors,
    })

    if (reportFile !== undefined) {
      const settledMs = Date.now() - stoppedAt
      const samples = watched.stop()
      const of = {
        version,
        seed,
        seconds,
        killEverySeconds,
        eventsPerSecond,
        counts,
        kills,
        samples,
        settledMs,
      }
      const rawFile = reportFile.replace(/\.md$/, '.csv')
      await writeFile(rawFile, formatRawData(of, beganAt))
      await writeFile(reportFile, makeReport(of, basename(rawFile)))
      console.log(`Report: ${reportFile}, raw data: ${rawFile}`)
    }
    watched.stop()
    const countKills = (of: string) => kills.filter((each) => each.of.startsWith(of)).length
    console.log(
      `Kills: ${countKills('server')} of servers, ${countKills('PostgreSQL')} of PostgreSQL. ` +
        `Messages that the receiver rejected: ${receiver.rejected()}.`,
    )
    for (const { what, count, isPromised, examples } of counts) {
      const mark = !isPromised ? '' : count === 0 ? '  kept' : '  BROKEN'
      console.log(`${what.padEnd(44)}${String(count).padStart(7)}${mark}`)
      for (const example of examples) console.log(`    ${example}`)
    }
    return counts.every(({ count, isPromised }) => !isPromised || count === 0)
  })
  await cluster.stop()
  receiver.close()
  await sandbox.close()
  return isAll
}

/** Kills a server or PostgreSQL and records what was in progress. */
async function kill(
  cluster: Cluster,
  victim: number | 'PostgreSQL',
  pending: () => Promise<ReadonlySet<string>>,
): Promise<Kill> {
  const of = victim === 'PostgreSQL' ? victim : `server ${victim + 1}`
  const since = Date.now()
  // PostgreSQL may still be busy with its recovery from the kill before.
  const known = await eventually(() => pending().catch(() => undefined))
  const inFlight = { of, since, pending: known }
  if (victim === 'PostgreSQL') await cluster.killPostgres()
  else await cluster.servers[victim]?.end('SIGKILL')
  return { ...inFlight, until: Date.now() }
}
