import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { connect } from '../journeys/support/connect.ts'
import { eventually, startProgram, stopProgram } from '../journeys/support/program.ts'
import { fullHistoryManifest, startServer } from '../journeys/support/server.ts'
import { startCountingReceiver } from './backfill/receiver.ts'

/**
 * Measures records per second from a Salesforce to a webhook: OAuth, pages, mapping, messages in
 * the database, signed deliveries. The simulated Salesforce, the server with its PostgreSQL, and
 * the receiver are separate processes on one machine; CPU time of the first two is reported
 * separately.
 * `node tools/bench/backfill.ts [--keep] [records …]`: with `--keep`, each size is also read with `keepRecords`.
 */
const keeping = fullHistoryManifest.replaceAll(/^( +)destination: .*$/gm, '$&\n$1keepRecords: true')
const given = process.argv.slice(2)
const sizes = given.filter((text) => text !== '--keep').map(Number)
const ways = given.includes('--keep') ? [false, true] : [false]

console.log(
  'records     seconds  records/s  server: RSS, MB (most)  CPU, s   stand-in: CPU, s   10,000 records’ RSS ×',
)
let least: number | undefined
for (const records of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  for (const keepsRecords of ways) await measureBackfill(records, { keepsRecords })
}

async function measureBackfill(
  records: number,
  { keepsRecords }: { keepsRecords: boolean },
): Promise<void> {
  const provider = startProgram(fileURLToPath(new URL('backfill/provider.ts', import.meta.url)), {
    args: [String(records)],
    env: {},
  })
  const urls = await eventually(() => {
    const line = provider
      .output()
      .split('\n')
      .find((text) => text.startsWith('{'))
    return line ? (JSON.parse(line) as { salesforceUrl: string; hubspotUrl: string }) : undefined
  })
  const receiver = await startCountingReceiver()
  const server = await startServer({
    sandbox: urls,
    webhookUrl: receiver.url,
    ...(keepsRecords && { sourceYaml: keeping }),
  })
  const { client, projectName } = server
  const group = { groupRef: 'globex', consumerRef: 'hank' }
  await connect(client, { projectIdOrName: projectName, provider: 'salesforce', ...group })

  const pids = [server.process().pid!, provider.process.pid!]
  await forgetHighest(pids[0]!)
  const cpuBefore = await Promise.all(pids.map(cpuSeconds))
  const beganAt = performance.now()
  await client.post('/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations', {
    params: { projectIdOrName: projectName, integrationId: 'salesforce-sync' },
    body: {
      groupRef: group.groupRef,
      config: { createdBy: 'bench', content: { read: { objects: { Contact: {} } } } },
    },
  })
  await eventually(() => receiver.records() >= records, 600_000)
  const seconds = (performance.now() - beganAt) / 1000
  const highestRss = await highestMegabytes(pids[0]!)

  const cpuAfter = await Promise.all(pids.map(cpuSeconds))
  const [ofServer, ofProvider] = cpuAfter.map((after, index) => after - cpuBefore[index]!)
  least ??= highestRss

  console.log(
    [
      `${records}${keepsRecords ? ' kept' : ''}`.padEnd(10),
      seconds.toFixed(1).padStart(8),
      Math.round(records / seconds)
        .toString()
        .padStart(10),
      Math.round(highestRss).toString().padStart(23),
      ofServer!.toFixed(1).padStart(7),
      ofProvider!.toFixed(1).padStart(18),
      (highestRss / least).toFixed(2).padStart(22),
    ].join(' '),
  )
  await server.stop()
  receiver.close()
  await stopProgram(provider)
}

/** CPU time of a process; a clock tick is a hundredth of a second. */
async function cpuSeconds(pid: number): Promise<number> {
  // Without /proc, or after the process has ended.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}

/** Peak memory since `forgetHighest`; 0 without /proc. */
async function highestMegabytes(pid: number): Promise<number> {
  // Without /proc, or after the process has ended.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/**
 * Resets the peak, because starting takes more memory than reading:
 * https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html
 */
async function forgetHighest(pid: number): Promise<void> {
  // Without /proc.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
}
