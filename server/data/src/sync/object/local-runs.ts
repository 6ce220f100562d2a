import { Cron, CronPattern } from 'croner'

/**
 * Returns the next time of a schedule in a time zone, in milliseconds since 1970. Each local time that the
 * schedule names is one run: at the first of two if the clock is set back over it, and at the end of the gap if
 * the clock skips it. A schedule for every hour of the day runs at each hour that the clock shows.
 */
export function findLocalRun(
  { schedule, timezone }: { schedule: string; timezone: string },
  afterMs: number,
): number | undefined {
  // Croner does not know the zone: it omits runs in gaps that end at midnight.
  const cron = new Cron(schedule, { timezone: 'UTC' })
  if (timezone === 'UTC') return cron.nextRun(new Date(afterMs))?.getTime()

  const toRuns = namesEveryHour(schedule) ? listHourlyRuns : listRunsOnce
  const after = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timezone)
  const offsetMs = getOffsetMs(after)
  // Times that the clock has shown already, and will show again.
  const setBackMs = Math.max(0, offsetMs - getOffsetMs(after.add({ hours: 24 })))

  let next: number | undefined
  let named = cron.nextRun(new Date(afterMs + offsetMs - setBackMs))
  for (; named; named = cron.nextRun(named)) {
    const local = findLocalTime(named, timezone)
    if (next !== undefined && local.earlier.epochMilliseconds >= next) break
    for (const run of toRuns(local)) if (run > afterMs && run < (next ?? Infinity)) next = run
  }
  return next
}

const namesEveryHour = (schedule: string) =>
  new CronPattern(schedule.trim(), undefined, { mode: '5-part' }).hour.every((runs) => runs === 1)

const getOffsetMs = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => offsetNanoseconds / 1e6

/** A time that the clock shows once (both are the same), twice, or skips (then neither shows it). */
interface LocalTime {
  earlier: Temporal.ZonedDateTime
  later: Temporal.ZonedDateTime
  isSkipped: boolean
}

function findLocalTime(named: Date, timezone: string): LocalTime {
  const shown = Temporal.PlainDateTime.from(named.toISOString().slice(0, -1))
  const earlier = shown.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  const later = shown.toZonedDateTime(timezone, { disambiguation: 'later' })
  return { earlier, later, isSkipped: !earlier.toPlainDateTime().equals(shown) }
}

const listRunsOnce = (local: LocalTime): number[] => [
  local.isSkipped ? findGapEnd(local) : local.earlier.epochMilliseconds,
]

const hourMs = 3_600_000

/** The hour after a gap of an hour follows the one before it; after a shorter gap it would be late. */
function listHourlyRuns(local: LocalTime): number[] {
  const { earlier, later, isSkipped } = local
  if (!isSkipped) return [earlier.epochMilliseconds, later.epochMilliseconds]
  const gapMs = getOffsetMs(later) - getOffsetMs(earlier)
  return gapMs < hourMs ? [findGapEnd(local)] : []
}

function findGapEnd({ earlier }: LocalTime): number {
  const end = earlier.getTimeZoneTransition('next')
  if (!end) throw new Error(`No change of the clock follows ${earlier.toString()}.`)
  return end.epochMilliseconds
}
