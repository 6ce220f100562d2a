import { hash } from 'node:crypto'
import { shortestIntervalMinutes } from '@platform/manifest'
import { LRUCache } from 'lru-cache'
import { findLocalRun } from './local-runs.ts'

/** Maximum part of the interval over which reads with the same schedule are spread. */
const maxSpreadMinutes = 10

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
  // Of the schedule, not of the next two times: a run would repeat where intervals differ.
  const intervalMinutes = shortestIntervalMinutes(schedule, maxSpreadMinutes)
  const share = hash('sha256', spreadBy, 'buffer').readUInt32BE() / 2 ** 32
  const offsetMs = Math.floor(share * Math.min(intervalMinutes, maxSpreadMinutes) * minuteMs)

  const named = findNext(schedule, timezone, after.getTime() - offsetMs)
  if (named === undefined) throw new Error(`The schedule ${schedule} never matches a date.`)
  return new Date(named + offsetMs)
}

const minuteMs = 60_000

/** Next times by schedule and minute: many objects share a schedule, and a search takes 0.2 ms. */
const found = new LRUCache<string, number>({ max: 5_000 })

/** Returns the next time of a schedule, which is the same for all moments of a minute. */
function findNext(schedule: string, timezone: string, afterMs: number): number | undefined {
  const minute = Math.floor(afterMs / minuteMs)
  const key = `${minute} ${timezone} ${schedule}`
  const known = found.get(key)
  if (known !== undefined) return known
  const next = findLocalRun({ schedule, timezone }, minute * minuteMs)
  if (next !== undefined) found.set(key, next)
  return next
}
