/** Sends creates at a fixed rate, to the groups in turn, and counts their outcomes. */
import { applyLoad, getPercentile, type HttpLoad } from '../http/load.ts'

const one = JSON.parse(process.argv[2]!) as HttpLoad & {
  path: string
  groups: string[]
  headers: Record<string, string>
  run: string
  mode?: 'asynchronous'
}

const { latenciesOf, sent, perSecond } = await applyLoad(one, (number) => ({
  method: 'POST',
  path: one.path,
  headers: { ...one.headers, 'idempotency-key': `${one.run} ${number}` },
  body: JSON.stringify({
    groupRef: one.groups[number % one.groups.length],
    type: 'create',
    ...(one.mode && { mode: one.mode }),
    record: { LastName: `Contact ${number}` },
  }),
}))
const seconds = sent / perSecond
const kept = latenciesOf.get(200) ?? []
const rejected = latenciesOf.get(429) ?? []
const all = [...latenciesOf.values()].flat().length
process.send?.({
  seconds,
  keptPerSecond: kept.length / seconds,
  keptP50Ms: getPercentile(kept, 0.5),
  keptP99Ms: getPercentile(kept, 0.99),
  rejectedPerSecond: rejected.length / seconds,
  rejectedP99Ms: getPercentile(rejected, 0.99),
  failed: all - kept.length - rejected.length,
})
process.disconnect?.()
