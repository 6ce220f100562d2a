import { readFileSync } from 'node:fs'
import type { Cluster } from './cluster.ts'
import type { Load } from './load.ts'
import type { Receipt } from './receiver.ts'
import type { Count, Kill } from './tally.ts'

/** What happened in an interval of the run. */
interface Sample {
  second: number
  requested: number
  received: number
  /** Between the request for a connection and the receipt of its event. */
  p50Ms: number | undefined
  p99Ms: number | undefined
  /** Memory of each server. */
  megabytes: number[]
}

const sampleEveryMs = 10_000

/** Samples a run every ten seconds until stopped. */
export function watchRun({
  cluster,
  load,
  receipts,
}: {
  cluster: Cluster
  load: Load
  receipts: readonly Receipt[]
}) {
  const beganAt = Date.now()
  const samples: Sample[] = []
  let seen = { requested: 0, received: 0 }
  const timer = setInterval(() => {
    const now = { requested: load.connected.length, received: receipts.length }
    const requestedAt = new Map(load.connected.map(({ id, at }) => [id, at]))
    const latencies = receipts
      .slice(seen.received)
      .flatMap(({ at, body }) => at - (requestedAt.get(body.data?.connectionId ?? '') ?? NaN))
      .filter((ms) => !Number.isNaN(ms))
      .toSorted((one, other) => one - other)
    samples.push({
      second: Math.round((Date.now() - beganAt) / 1000),
      requested: now.requested - seen.requested,
      received: now.received - seen.received,
      p50Ms: latencies[Math.floor(latencies.length * 0.5)],
      p99Ms: latencies[Math.floor(latencies.length * 0.99)],
      megabytes: cluster.servers.map((server) => readMegabytes(server.pid())),
    })
    seen = now
  }, sampleEveryMs)
  return {
    stop(): readonly Sample[] {
      clearInterval(timer)
      return samples
    },
  }
}

function readMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    // It was killed, or the system has no /proc.
    return 0
  }
}

interface Run {
  version: string
  seed: number
  seconds: number
  killEverySeconds: number
  eventsPerSecond: number
  counts: readonly Count[]
  kills: readonly Kill[]
  samples: readonly Sample[]
  settledMs: number
}

/** Returns the report of a run as Markdown, which refers to this file with the raw data. */
export function makeReport(run: Run, rawFile: string): string {
  const { version, seed, seconds, killEverySeconds, eventsPerSecond } = run
  const { counts, kills, samples, settledMs } = run
  const countMatchingKills = (of: RegExp) => kills.filter((kill) => of.test(kill.of))
  const byMinute = [...Map.groupBy(samples, ({ second }) => Math.ceil(second / 60))]
  return `# Soak test

Version ${version}, ${new Date().toISOString().slice(0, 10)}: \`TORTURE_SEED=${seed} TORTURE_SECONDS=${seconds} TORTURE_KILL_EVERY=${killEverySeconds} TORTURE_EVENTS=${eventsPerSecond} npm run soak\`.
Two servers behind a load balancer and one PostgreSQL are killed at random, and upgraded halfway, while backends write, read,
change records and create connections. ${kills.length} kills. Everything had ended ${Math.round(settledMs / 1000)} s after the load.
The raw data is in [${rawFile}](${rawFile}).

${formatTable(
  ['What', 'Count', 'Promised to be 0'],
  counts.map(({ what, count, isPromised }) => [what, count, isPromised ? 'yes' : '']),
)}

${formatTable(
  ['Killed', 'Times', 'Down, median ms', 'longest ms'],
  [/server/, /PostgreSQL/].map((of) => {
    const times = countMatchingKills(of).map(({ since, until }) => until - since)
    return [of.source, times.length, findMedian(times), Math.max(0, ...times)]
  }),
)}

A server is down until its process has ended; its successor starts 0.2 s later. Latencies are between the request for a
connection and the receipt of its event, during kills as well.

${formatTable(
  ['Minute', 'Requested', 'Received', 'p50 ms, median', 'p99 ms, worst', 'Memory of a server, MB'],
  byMinute.map(([minute, of]) => [
    minute,
    sumNumbers(of.map(({ requested }) => requested)),
    sumNumbers(of.map(({ received }) => received)),
    findMedian(of.flatMap(({ p50Ms }) => p50Ms ?? [])),
    Math.max(0, ...of.map(({ p99Ms }) => p99Ms ?? 0)),
    Math.max(0, ...of.flatMap(({ megabytes }) => megabytes)),
  ]),
)}
`
}

/** Returns the raw data as CSV: every interval of ten seconds, and every kill. */
export function formatRawData({ samples, kills }: Pick<Run, 'samples' | 'kills'>, beganAt: number) {
  const rows = [
    ...samples.map(({ second, requested, received, p50Ms, p99Ms, megabytes }) => [
      ...[second, 'interval', requested, received, p50Ms, p99Ms],
      ...[megabytes.join(' '), ''],
    ]),
    ...kills.map(({ of, since, until }) => [
      ...[Math.round((since - beganAt) / 1000), `${of} killed`, '', '', '', ''],
      ...['', until - since],
    ]),
  ]
  rows.sort(([one], [other]) => Number(one) - Number(other))
  const head = 'second,what,requested,received,p50_ms,p99_ms,memory_mb,down_ms'
  return `${[head, ...rows.map((row) => row.join(','))].join('\n')}\n`
}

const sumNumbers = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

const findMedian = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const formatTable = (head: readonly string[], rows: readonly (readonly unknown[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
