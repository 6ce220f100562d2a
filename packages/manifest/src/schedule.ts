import { CronPattern } from 'croner'
import { didYouMean } from './nearest.ts'
import { hasNeighbouringRunDays, hasRunDay } from './run-days.ts'

/** A schedule that cannot be used, and why. */
export interface ScheduleMistake {
  rule: 'schedule-syntax' | 'schedule-minimum-interval'
  message: string
  suggestion?: string
}

/** Checks a schedule of the manifest or of a configuration. */
export function checkScheduleText(
  schedule: string,
  minimumMinutes: number,
): ScheduleMistake | undefined {
  const mistake = scheduleMistake(schedule)
  if (mistake) {
    return {
      rule: 'schedule-syntax',
      message: `\`${schedule.slice(0, 100)}\` ${mistake}.`,
      suggestion: 'Every 6 hours is `0 */6 * * *`.',
    }
  }
  const minutes = shortestIntervalMinutes(schedule, minimumMinutes)
  if (minutes >= minimumMinutes) return undefined
  return {
    rule: 'schedule-minimum-interval',
    message: `\`${schedule}\` runs every ${minutes} min; the minimum interval is ${minimumMinutes} min.`,
  }
}

/** Returns what is wrong with a time zone, and a similar one; undefined if it is known. */
export function findTimezoneMistake(
  timezone: string,
): { message: string; suggestion: string } | undefined {
  if (isTimezone(timezone)) return undefined
  return {
    message: `\`${timezone.slice(0, 100)}\` is not the name of a time zone.`,
    suggestion:
      didYouMean(timezone, Intl.supportedValuesOf('timeZone')) ??
      'Use an IANA name, such as `Europe/Berlin` or `UTC`.',
  }
}

/** Reports whether the text names a time zone. Fixed offsets are no names: they ignore daylight saving time. */
export const isTimezone = memoize((timezone: string): boolean => {
  if (timezone.length > 64 || !/^[a-z]/i.test(timezone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).format() !== ''
  } catch {
    // `Intl` throws for names that it does not know.
    return false
  }
})

/**
 * Returns the error of a schedule, as text; undefined if it is a valid cron expression that ever
 * runs.
 */
export const scheduleMistake = memoize(findMistake)

function findMistake(schedule: string): string | undefined {
  if (schedule.length > 200) return 'is longer than 200 characters'
  const fields = schedule.trim().split(/\s+/).length
  if (fields !== 5 || schedule.trim().startsWith('@')) {
    return `has ${fields} fields, but requires five: minute, hour, day, month, weekday`
  }
  try {
    return hasRunDay(parsePattern(schedule)) ? undefined : 'never runs'
  } catch (error) {
    // Croner throws for expressions that it cannot parse.
    const reason = error instanceof Error ? error.message.replace(/^Cron\w*:\s*/, '') : 'unreadable'
    return `is not a valid cron schedule: ${reason.replace(/\.$/, '')}`
  }
}

/**
 * Returns the shortest interval between two runs of a valid schedule, as far as needed for the
 * limit: within a day, and across midnight.
 */
export const shortestIntervalMinutes = memoize(findShortestInterval)

function findShortestInterval(schedule: string, belowMinutes: number): number {
  const pattern = parsePattern(schedule)
  const times = runsOfADay(pattern)
  let shortest = minutesADay
  for (const [index, time] of times.entries()) {
    const before = times[index - 1]
    if (before !== undefined) shortest = Math.min(shortest, time - before)
  }

  const overMidnight = minutesADay - (times.at(-1) ?? 0) + (times[0] ?? 0)
  const matters = overMidnight < Math.min(shortest, belowMinutes)
  return matters && hasNeighbouringRunDays(pattern) ? overMidnight : shortest
}

const minutesADay = 24 * 60

const parsePattern = (schedule: string) =>
  new CronPattern(schedule.trim(), undefined, { mode: '5-part' })

/** Returns the minutes of the day at which the schedule runs. */
const runsOfADay = ({ hour, minute }: CronPattern): number[] =>
  hour.flatMap((runs, h) => (runs ? minute.flatMap((at, m) => (at ? h * 60 + m : [])) : []))

/** Cached: the objects of a file share few schedules, and parsing is expensive. */
function memoize<Args extends [schedule: string, ...unknown[]], Found>(
  find: (...args: Args) => Found,
): (...args: Args) => Found {
  const found = new Map<string, { is: Found }>()
  return (...args) => {
    const key = JSON.stringify(args)
    const one = found.get(key) ?? { is: find(...args) }
    if (found.size >= 200) found.clear()
    found.set(key, one)
    return one.is
  }
}
