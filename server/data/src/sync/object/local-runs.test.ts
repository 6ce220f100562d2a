import { expect, it } from 'vitest'
import { isLong } from '@platform/testing/long-tests'
import { findLocalRun } from './local-runs.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const firstYear = 2025
const firstDay = Date.UTC(firstYear, 0, 1)
const lastYear = isLong ? 2030 : 2026
/** How long before and after a change runs are compared. */
const aroundMs = 15 * hourMs

/** Time at which the clock of a zone is set, and by how much it differs from UTC before and after. */
interface Change {
  timezone: string
  at: number
  before: number
  after: number
}

/** Returns how the clock of a zone differs from UTC, by what `Intl` shows. */
function createClock(timezone: string): (at: number) => number {
  const shown = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = shown.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return Number(`${sign}1`) * (Number(hours) * hourMs + Number(minutes) * minuteMs)
  }
}

/** Lists the changes of all zones in these years; of zones that change alike, those of one. */
function listChanges(): Change[] {
  const changes = new Map<string, Change>()
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    const getOffset = createClock(timezone)
    let before = getOffset(firstDay)
    for (let day = firstDay; day < Date.UTC(lastYear + 1, 0, 1); day += 9 * dayMs) {
      const after = getOffset(day + 9 * dayMs)
      if (before === after) continue
      let [from, at] = [day, day + 9 * dayMs]
      while (at - from > minuteMs) {
        const middle = Math.floor((from + at) / 2 / minuteMs) * minuteMs
        if (getOffset(middle) === before) from = middle
        else at = middle
      }
      changes.set(`${at} ${before} ${after}`, { timezone, at, before, after })
      before = after
    }
  }
  return [...changes.values()]
}

type Names = (local: Date) => boolean
const minuteIs = (minutes: readonly number[], isHour: (hour: number) => boolean): Names => {
  return (local) => minutes.includes(local.getUTCMinutes()) && isHour(local.getUTCHours())
}
const everyHour = () => true

const schedules: { schedule: string; names: Names; isHourly?: true }[] = [
  { schedule: '59 23 * * *', names: minuteIs([59], (hour) => hour === 23) },
  { schedule: '0 0 * * *', names: minuteIs([0], (hour) => hour === 0) },
  { schedule: '30 2 * * *', names: minuteIs([30], (hour) => hour === 2) },
  { schedule: '0 */6 * * *', names: minuteIs([0], (hour) => hour % 6 === 0) },
  {
    schedule: '*/20 0-3 * * *',
    names: minuteIs([0, 20, 40], (hour) => hour <= 3),
  },
  {
    schedule: '5 22-23 * * 6',
    names: (local) => minuteIs([5], (hour) => hour >= 22)(local) && local.getUTCDay() === 6,
  },
  { schedule: '15 * * * *', names: minuteIs([15], everyHour), isHourly: true },
  { schedule: '*/30 * * * *', names: minuteIs([0, 30], everyHour), isHourly: true },
]

/** Lists when a schedule is due around a change, minute by minute. */
function listExpected(
  { at, before, after }: Change,
  { names, isHourly }: (typeof schedules)[number],
): number[] {
  const [start, end] = [at - aroundMs, at + aroundMs]
  const shownAt = new Map<number, number[]>()
  for (let moment = start; moment < end; moment += minuteMs) {
    const local = moment + (moment < at ? before : after)
    shownAt.set(local, [...(shownAt.get(local) ?? []), moment])
  }
  const runs = new Set<number>()
  for (let local = start + before; local < end + after; local += minuteMs) {
    if (!names(new Date(local))) continue
    const moments = shownAt.get(local) ?? []
    const [first] = moments
    if (first === undefined) {
      if (!isHourly || after - before < hourMs) runs.add(at)
    } else for (const moment of isHourly ? moments : [first]) runs.add(moment)
  }
  return [...runs].filter((run) => run > start && run < end).toSorted((one, other) => one - other)
}

it('names each local time once around every change of every clock in the next years', () => {
  const changes = listChanges()
  const wrong = changes.flatMap((change) =>
    schedules.flatMap((tried) => {
      const expected = listExpected(change, tried)
      const { timezone, at } = change
      const { schedule } = tried
      const found = expected.map((_, nth) =>
        findLocalRun({ schedule, timezone }, expected[nth - 1] ?? at - aroundMs),
      )
      const isRight = String(found) === String(expected)
      return isRight ? [] : [`${schedule} ${timezone} ${new Date(at).toISOString()}`]
    }),
  )

  expect(changes.length).toBeGreaterThan(25 * (lastYear + 1 - firstYear))
  expect(wrong).toEqual([])
})
