/** A drawing is this high. */
export const height = 100

/** What happened at all is seen: less than this is drawn as this. */
const least = 2

/** How tall the parts of a bar are that stand on each other, within the height of the drawing. */
export function tallnessOf(counts: readonly number[], most: number): number[] {
  const tall = counts.map((count) => count && Math.max(least, (count / most) * height))
  const tooMuch = tall.reduce((total, one) => total + one, 0) - height
  const largest = tall.indexOf(Math.max(...tall))
  return tooMuch > 0 ? tall.with(largest, (tall[largest] ?? 0) - tooMuch) : tall
}

/** What people call each hour by their clock; with its time zone where the clock shows it twice. */
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
