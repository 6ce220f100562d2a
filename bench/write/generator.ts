/** Sends creates at a rate, each to one of the groups in turn, and counts what came of them. */
import { load, percentile, type Load } from '../http/load.ts'

const one = JSON.parse(process.argv[2]!) as Load & {
  path: string
  groups: string[]
  headers: Record<string, string>
  run: string
}

const beganAt = performance.now()
const { latenciesOf } = await load(one, (number) => ({
  method: 'POST',
  path: one.path,
  headers: { ...one.headers, 'idempotency-key': `${one.run} ${number}` },
  body: JSON.stringify({
    groupRef: one.groups[number % one.groups.length],
    type: 'create',
    record: { LastName: `Contact ${number}` },
  }),
}))
const seconds = (performance.now() - beganAt) / 1000
const kept = latenciesOf.get(200) ?? []
const rejected = latenciesOf.get(429) ?? []
const all = [...latenciesOf.values()].flat().length
process.send?.({
  seconds,
  keptPerSecond: kept.length / seconds,
  keptP50Ms: percentile(kept, 0.5),
  keptP99Ms: percentile(kept, 0.99),
  rejectedPerSecond: rejected.length / seconds,
  rejectedP99Ms: percentile(rejected, 0.99),
  failed: all - kept.length - rejected.length,
})
process.disconnect?.()
