/** Height of a chart. */
export const height = 100

/** Minimum height of a bar, so that small values are visible. */
const least = 2

/** Returns the heights of stacked bars, scaled to the chart. */
export function toBarHeights(counts: readonly number[], max: number): number[] {
  const tall = counts.map((count) => count && Math.max(least, (count / max) * height))
  const tooMuch = tall.reduce((total, one) => total + one, 0) - height
  const largest = tall.indexOf(Math.max(...tall))
  return tooMuch > 0 ? tall.with(largest, (tall[largest] ?? 0) - tooMuch) : tall
}

/** Returns the upper end of an axis: an even round number, so that the label in the middle is whole too. */
export function axisTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)))
  const round = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 20].map((step) => step * power)
  return round.find((top) => top >= max && top % 2 === 0) ?? max
}

/** Returns the change from a former sum, such as `+12%`; undefined without a former one. */
export function changeFrom(former: number | undefined, now: number): string | undefined {
  if (!former) return undefined
  return change.format((now - former) / former)
}

const change = new Intl.NumberFormat('en', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})

/** Returns local names of hours, with the time zone if a name occurs twice. */
export function chartPartNames(times: readonly string[], timeZone?: string): string[] {
  const format = new Intl.DateTimeFormat('en-GB', { ...hour, timeZone })
  const withZone = new Intl.DateTimeFormat('en-GB', { ...hour, timeZone, timeZoneName: 'short' })
  const names = times.map((time) => format.format(new Date(time)))
  return names.map((name, index) => {
    const isTwice = names.indexOf(name) !== names.lastIndexOf(name)
    return isTwice ? withZone.format(new Date(times[index] ?? '')) : name
  })
}

/** Returns labels at equal distances of the time axis: hours for up to two days, otherwise days. */
export function axisTimes(times: readonly string[], timeZone?: string): string[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(times.length > 48
      ? { weekday: 'short', day: 'numeric' }
      : { hour: '2-digit', minute: '2-digit' }),
    timeZone,
  })
  const marks = [0, 1, 2, 3].map((quarter) => times[Math.round((times.length * quarter) / 4)])
  return [...marks.map((time) => (time ? format.format(new Date(time)) : '')), 'now']
}

const hour = {
  weekday: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const
