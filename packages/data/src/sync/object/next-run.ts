import { createHash } from 'node:crypto'
import { Cron } from 'croner'

/** Maximum part of the interval over which reads with the same schedule are spread. */
const spreadMs = 10 * 60_000

/**
 * Returns when a schedule is next due: up to ten minutes after its time, and always before its next
 * time. The offset depends only on `spreadBy`, so the reads of one object have even intervals
 * across deployments and restarts, and those of many installations are not due at once.
 */
export function nextRun(schedule: string, spreadBy: string, after: Date): Date {
  const cron = new Cron(schedule, { timezone: 'UTC' })
  const [first, second] = cron.nextRuns(2, after)
  if (!first) throw new Error(`The schedule ${schedule} never matches a date.`)
  const intervalMs = second ? second.getTime() - first.getTime() : 0
  const share = createHash('sha256').update(spreadBy).digest().readUInt32BE() / 2 ** 32
  const offsetMs = Math.floor(share * Math.min(intervalMs, spreadMs))

  const named = cron.nextRun(new Date(after.getTime() - offsetMs)) ?? first
  return new Date(named.getTime() + offsetMs)
}
