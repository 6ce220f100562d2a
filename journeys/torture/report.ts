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
      megabytes: cluster.servers.map((server) => megabytesOf(server.pid())),
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

function megabytesOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    // It was killed, or the system has no /proc.
    return 0
  }
}

/** Returns the report of a run as Markdown. */
export function reportOf({
  seed,
  seconds,
  eventsPerSecond,
  counts,
  kills,
  samples,
  settledMs,
}: {
  seed: number
  seconds: number
  eventsPerSecond: number
  counts: readonly Count[]
  kills: readonly Kill[]
  samples: readonly Sample[]
  settledMs: number
}): string {
  const table = (head: readonly string[], rows: readonly (readonly unknown[])[]) =>
    [head, head.map(() => '---'), ...rows]
      .map((row) => `| ${row.map((cell) => cell ?? '').join(' | ')} |`)
      .join('\n')
  return `# Soak test

\`TORTURE_SEED=${seed} TORTURE_SECONDS=${seconds} TORTURE_EVENTS=${eventsPerSecond}\`, ${new Date().toISOString()}.
${kills.length} kills; everything ended ${Math.round(settledMs / 1000)} s after the load.

## Counts

${table(
  ['What', 'Count', 'Promised to be 0'],
  counts.map(({ what, count, isPromised }) => [what, count, isPromised ? 'yes' : '']),
)}

## Kills

${table(
  ['Of', 'At', 'Took ms'],
  kills.map(({ of, since, until }) => [of, new Date(since).toISOString(), until - since]),
)}

## Every ten seconds

Latencies are between the request for a connection and the receipt of its event, in milliseconds.

${table(
  ['Second', 'Requested', 'Received', 'p50', 'p99', 'Memory of servers, MB'],
  samples.map(({ second, requested, received, p50Ms, p99Ms, megabytes }) => [
    ...[second, requested, received, p50Ms, p99Ms],
    megabytes.join(', '),
  ]),
)}
`
}
