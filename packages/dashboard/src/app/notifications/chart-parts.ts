/** Height of a chart. */
export const height = 100

/** Minimum height of a bar, so that small values are visible. */
const least = 2

/** Returns the heights of stacked bars, scaled to the chart. */
export function tallnessOf(counts: readonly number[], most: number): number[] {
  const tall = counts.map((count) => count && Math.max(least, (count / most) * height))
  const tooMuch = tall.reduce((total, one) => total + one, 0) - height
  const largest = tall.indexOf(Math.max(...tall))
  return tooMuch > 0 ? tall.with(largest, (tall[largest] ?? 0) - tooMuch) : tall
}

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

const hour = {
  weekday: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const
