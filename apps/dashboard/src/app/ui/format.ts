const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const count = new Intl.NumberFormat('en')

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats a time relative to now, such as `3 minutes ago`. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1000
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  if (Math.abs(seconds) < 10) return 'just now'
  return relative.format(Math.trunc(seconds), 'second')
}

/** Formats how long a state has lasted, such as `for 3 minutes`. */
export function sinceTime(time: Date, now: Date): string {
  const ago = relativeTime(time, now)
  if (ago.endsWith(' ago')) return `for ${ago.slice(0, -4)}`
  return ago === 'just now' ? ago : `since ${ago}`
}

export const exactTime = (time: Date): string => exact.format(time)

/** Formats a time of the day in a zone: `02:30 Europe/Berlin`. */
export const formatTimeInZone = (time: Date, timeZone: string): string =>
  `${time.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone })} ${timeZone}`

export const formatCount = (number: number): string => count.format(number)

/** Formats a number with its noun: `1 record`, `3,200 records`. */
export const formatCountWithNoun = (number: number, thing: string): string =>
  `${formatCount(number)} ${thing}${number === 1 ? '' : 's'}`

/** Formats a duration: `8 ms`, `1.4 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Formats headers, one per line. */
export const head = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/**
 * Formats a name as words: `bad_credentials` → `Bad credentials`, `singleSelect` → `Single select`.
 */
export const words = (name: string): string =>
  capitalize(
    name
      .replaceAll('_', ' ')
      .replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`),
  )

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
