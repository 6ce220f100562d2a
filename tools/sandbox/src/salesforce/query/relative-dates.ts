import { requireDefined } from '../../require-defined.ts'

const dayMs = 86_400_000

/**
 * Returns the days of a relative literal such as `LAST_N_DAYS:7`: from start (inclusive) to end
 * (exclusive).
 */
export function relativeRange(
  name: string,
  n: number,
  now: number,
): { start: number; end: number } {
  const today = Math.floor(now / dayMs) * dayMs
  const date = new Date(today)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const weekStart = today - date.getUTCDay() * dayMs
  const days = (from: number, to: number) => ({
    start: today + from * dayMs,
    end: today + to * dayMs,
  })
  const weeks = (from: number, to: number) => ({
    start: weekStart + from * 7 * dayMs,
    end: weekStart + to * 7 * dayMs,
  })
  const months = (from: number, to: number) => ({
    start: Date.UTC(year, month + from),
    end: Date.UTC(year, month + to),
  })
  const years = (from: number, to: number) => ({
    start: Date.UTC(year + from, 0),
    end: Date.UTC(year + to, 0),
  })

  const ranges: Record<string, () => { start: number; end: number }> = {
    YESTERDAY: () => days(-1, 0),
    TODAY: () => days(0, 1),
    TOMORROW: () => days(1, 2),
    LAST_WEEK: () => weeks(-1, 0),
    THIS_WEEK: () => weeks(0, 1),
    NEXT_WEEK: () => weeks(1, 2),
    LAST_MONTH: () => months(-1, 0),
    THIS_MONTH: () => months(0, 1),
    NEXT_MONTH: () => months(1, 2),
    LAST_YEAR: () => years(-1, 0),
    THIS_YEAR: () => years(0, 1),
    NEXT_YEAR: () => years(1, 2),
    LAST_90_DAYS: () => days(-90, 1),
    LAST_N_DAYS: () => days(-n, 1),
    NEXT_N_DAYS: () => days(1, n + 1),
    N_DAYS_AGO: () => days(-n, 1 - n),
    LAST_N_WEEKS: () => weeks(-n, 0),
    LAST_N_MONTHS: () => months(-n, 0),
  }
  return requireDefined(ranges[name])()
}
