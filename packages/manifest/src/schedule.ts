import { Cron, CronPattern } from 'croner'

/** What is wrong with the schedule, in words; undefined when it is five fields of cron that run. */
export function scheduleMistake(schedule: string): string | undefined {
  if (schedule.length > 200) return 'is longer than 200 characters'
  const fields = schedule.trim().split(/\s+/).length
  if (fields !== 5 || schedule.trim().startsWith('@')) {
    return `has ${fields} fields, and five are needed: minute, hour, day, month, weekday`
  }
  try {
    return cronOf(schedule).nextRun(epoch) ? undefined : 'never runs'
  } catch (error) {
    // Croner says what it cannot read by throwing.
    const reason = error instanceof Error ? error.message.replace(/^Cron\w*:\s*/, '') : 'unreadable'
    return `is no cron schedule: ${reason.replace(/\.$/, '')}`
  }
}

/**
 * The shortest time between two runs of a schedule that has no mistake, looking no further than
 * is needed to tell whether it is below the limit: a day's runs, and midnight between two days.
 */
export function shortestIntervalMinutes(schedule: string, belowMinutes: number): number {
  const times = runsOfADay(schedule)
  let shortest = minutesADay
  for (const [index, time] of times.entries()) {
    const before = times[index - 1]
    if (before !== undefined) shortest = Math.min(shortest, time - before)
  }

  const overMidnight = minutesADay - (times.at(-1) ?? 0) + (times[0] ?? 0)
  const matters = overMidnight < Math.min(shortest, belowMinutes)
  return matters && hasNeighbouringDays(schedule) ? overMidnight : shortest
}

const minutesADay = 24 * 60
const dayMs = minutesADay * 60_000
/** Just before a leap year, so that a search passes 29 February soon. */
const epoch = new Date('2027-12-31T23:59:00Z')

const cronOf = (schedule: string) =>
  new Cron(schedule, { paused: true, timezone: 'UTC', mode: '5-part' })

/** The minutes of the day at which the schedule runs, on a day on which it runs. */
function runsOfADay(schedule: string): number[] {
  const { hour, minute } = new CronPattern(schedule, undefined, { mode: '5-part' })
  return hour.flatMap((runs, h) => (runs ? minute.flatMap((at, m) => (at ? h * 60 + m : [])) : []))
}

/** Whether the schedule ever runs on two days in a row. */
function hasNeighbouringDays(schedule: string): boolean {
  const cron = cronOf(schedule.trim().replace(/^\S+\s+\S+/, '0 0'))
  // Days, months and weekdays repeat after 28 years.
  const end = epoch.getTime() + 28 * 366 * dayMs
  let last = cron.nextRun(epoch)
  while (last && last.getTime() < end) {
    const next = cron.nextRun(last)
    if (next && next.getTime() - last.getTime() === dayMs) return true
    last = next
  }
  return false
}
