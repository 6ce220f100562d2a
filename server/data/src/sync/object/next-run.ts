import { createHash } from 'node:crypto'
import { Cron } from 'croner'
import { LRUCache } from 'lru-cache'

/** Maximum part of the interval over which reads with the same schedule are spread. */
const spreadMs = 10 * 60_000

/**
 * Returns when a schedule is next due: up to ten minutes after its time, and always before its next
 * time. The offset depends only on `spreadBy`, so the reads of one object have even intervals
 * across deployments and restarts, and those of many installations are not due at once.
 */
export function nextRun(
  { schedule, timezone = 'UTC' }: { schedule: string; timezone?: string | undefined },
  spreadBy: string,
  after: Date,
): Date {
  const [first, second] = runsAfter(schedule, timezone, after.getTime())
  if (first === undefined) throw new Error(`The schedule ${schedule} never matches a date.`)
  const intervalMs = second === undefined ? 0 : second - first
  const share = createHash('sha256').update(spreadBy).digest().readUInt32BE() / 2 ** 32
  const offsetMs = Math.floor(share * Math.min(intervalMs, spreadMs))

  const [named = first] = runsAfter(schedule, timezone, after.getTime() - offsetMs)
  return new Date(named + offsetMs)
}

const minuteMs = 60_000

/** Next times by schedule and minute: many objects share a schedule, and a search takes 0.2 ms. */
const found = new LRUCache<string, readonly number[]>({ max: 5_000 })

/** Returns the next two times of a schedule, which are the same for all moments of a minute. */
function runsAfter(schedule: string, timezone: string, afterMs: number): readonly number[] {
  const minute = Math.floor(afterMs / minuteMs)
  const key = `${minute} ${timezone} ${schedule}`
  const known = found.get(key)
  if (known) return known
  const cron = new Cron(schedule, { timezone })
  const times = cron.nextRuns(2, new Date(minute * minuteMs)).map((time) => time.getTime())
  found.set(key, times)
  return times
}
