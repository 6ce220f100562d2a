import { CronPattern } from 'croner'
import { hasNeighbouringRunDays, hasRunDay } from './run-days.ts'

/** What is wrong with the schedule, in words; undefined when it is five fields of cron that run. */
export const scheduleMistake = remembered(findMistake)

function findMistake(schedule: string): string | undefined {
  if (schedule.length > 200) return 'is longer than 200 characters'
  const fields = schedule.trim().split(/\s+/).length
  if (fields !== 5 || schedule.trim().startsWith('@')) {
    return `has ${fields} fields, but requires five: minute, hour, day, month, weekday`
  }
  try {
    return hasRunDay(patternOf(schedule)) ? undefined : 'never runs'
  } catch (error) {
    // Croner throws for expressions that it cannot parse.
    const reason = error instanceof Error ? error.message.replace(/^Cron\w*:\s*/, '') : 'unreadable'
    return `is not a valid cron schedule: ${reason.replace(/\.$/, '')}`
  }
}

/**
 * The shortest time between two runs of a schedule that has no mistake, looking no further than
 * is needed to find out whether it is below the limit: a day's runs, and midnight between two days.
 */
export const shortestIntervalMinutes = remembered(findShortestInterval)

function findShortestInterval(schedule: string, belowMinutes: number): number {
  const pattern = patternOf(schedule)
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

const patternOf = (schedule: string) =>
  new CronPattern(schedule.trim(), undefined, { mode: '5-part' })

/** The minutes of the day at which the schedule runs, on a day on which it runs. */
const runsOfADay = ({ hour, minute }: CronPattern): number[] =>
  hour.flatMap((runs, h) => (runs ? minute.flatMap((at, m) => (at ? h * 60 + m : [])) : []))

/** The objects of a file have few schedules among them, and reading one costs more than its text. */
function remembered<Args extends [schedule: string, ...unknown[]], Found>(
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
