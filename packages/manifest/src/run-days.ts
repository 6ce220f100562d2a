import type { CronPattern } from 'croner'

/** Day fields of a schedule. */
type Days = Pick<
  CronPattern,
  | 'day'
  | 'month'
  | 'dayOfWeek'
  | 'lastDayOfMonth'
  | 'lastWeekday'
  | 'nearestWeekdays'
  | 'starDOM'
  | 'starDOW'
  | 'useAndLogic'
>

/** A month of some year; weekdays count from Sunday. */
interface Month {
  month: number
  length: number
  firstWeekday: number
}

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Every possible combination of month, length and first weekday, so that no years need to be
 * iterated.
 */
const everyMonth: readonly Month[] = longest.flatMap((length, month) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((firstWeekday) => [
    { month, length, firstWeekday },
    ...(month === 1 ? [{ month, length: length - 1, firstWeekday }] : []),
  ]),
)

/** Days of the longest month. */
const numbers = Array.from({ length: 31 }, (_, index) => index + 1)

/** Reports whether the schedule runs on any day. */
export const hasRunDay = (days: Days): boolean =>
  everyMonth.some((month) => findRunDays(days, month).length > 0)

/** Reports whether the schedule ever runs on two consecutive days. */
export const hasNeighbouringRunDays = (days: Days): boolean =>
  everyMonth.some((month) => {
    const runs = findRunDays(days, month)
    if (runs.some((day, index) => runs[index + 1] === day + 1)) return true
    return runs.at(-1) === month.length && findRunDays(days, monthAfter(month))[0] === 1
  })

/** Returns the following month. Only its first days are used, so leap years are irrelevant. */
function monthAfter({ month, length, firstWeekday }: Month): Month {
  const next = (month + 1) % 12
  return { month: next, length: longest[next] ?? 31, firstWeekday: (firstWeekday + length) % 7 }
}

const getWeekday = ({ firstWeekday }: Month, day: number) => (firstWeekday + day - 1) % 7
const isWeekend = (month: Month, day: number) => getWeekday(month, day) % 6 === 0

/** Returns the days of the month on which the schedule runs, in order. */
function findRunDays(days: Days, month: Month): number[] {
  if (!days.month[month.month]) return []
  const dates = listDates(days, month)
  return numbers.slice(0, month.length).filter((day) => {
    const byDate = dates.has(day)
    if (days.starDOW) return byDate
    const byWeekday = isWeekday(days, month, day)
    return days.useAndLogic || days.starDOM ? byDate && byWeekday : byDate || byWeekday
  })
}

const listDates = (days: Days, month: Month) =>
  new Set([
    ...numbers.filter((day) => days.day[day - 1]),
    ...(days.lastDayOfMonth ? [month.length] : []),
    ...(days.lastWeekday ? [findLastWeekday(month)] : []),
    ...numbers.flatMap((day) =>
      days.nearestWeekdays[day - 1] ? [nearestWeekday(month, day)] : [],
    ),
  ])

/** `last` means the last such weekday of a month, the lower bits the first to fifth. */
const last = 32

function isWeekday({ dayOfWeek }: Days, month: Month, day: number): boolean {
  const which = dayOfWeek[getWeekday(month, day)] ?? 0
  const nth = 1 << Math.floor((day - 1) / 7)
  return (which & nth) !== 0 || ((which & last) !== 0 && day > month.length - 7)
}

const findLastWeekday = (month: Month) =>
  numbers.findLast((day) => day <= month.length && !isWeekend(month, day))

/** Returns the weekday of the month nearest to the day. */
const nearestWeekday = (month: Month, day: number) =>
  day > month.length
    ? undefined
    : [day, day - 1, day + 1, day + 2, day - 2].find(
        (one) => one >= 1 && one <= month.length && !isWeekend(month, one),
      )
