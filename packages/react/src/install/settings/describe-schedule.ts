const anything = '*'

/**
 * Describes the time between two reads of a schedule: `30 minutes`, `1 day (03:00 UTC)`. Other
 * schedules are returned as they are.
 */
export function describeSchedule(schedule: string, timezone: string, locale: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = schedule.trim().split(/\s+/)
  const format = (count: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const isNumber = (part: string) => /^\d+$/.test(part)
  /** How often a part occurs within a round, if evenly. */
  const countTimes = (part: string, round: number) => {
    if (part === anything) return round
    const [, step] = /^\*\/(\d+)$/.exec(part) ?? []
    if (step) return round % Number(step) === 0 ? round / Number(step) : undefined
    const times = part.split(',').map(Number)
    const [first = 0, second = round] = times
    const isEven = times.every((time, index) => time === first + index * (second - first))
    return isEven && times.length * (second - first) === round ? times.length : undefined
  }
  if (month !== anything || day !== anything) return schedule
  if (hour === anything && weekday === anything) {
    const times = countTimes(minute, 60)
    if (times) return times === 1 ? format(1, 'hour') : format(60 / times, 'minute')
  }
  if (!isNumber(minute)) return schedule
  if (weekday === anything && !isNumber(hour)) {
    const times = countTimes(hour, 24)
    return times ? format(24 / times, 'hour') : schedule
  }
  const isWeekly = isNumber(weekday)
  if (!isNumber(hour) || (weekday !== anything && !isWeekly)) return schedule
  // 4 January 2026 is a Sunday.
  const time = new Date(Date.UTC(2026, 0, 4 + (Number(weekday) || 0), Number(hour), Number(minute)))
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(time)
  const clock = `${write({ timeStyle: 'short' })} ${timezone}`
  return isWeekly
    ? `${format(1, 'week')} (${write({ weekday: 'long' })} ${clock})`
    : `${format(1, 'day')} (${clock})`
}
