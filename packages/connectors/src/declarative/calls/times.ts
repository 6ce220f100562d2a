import { z } from 'zod'
import { readClockMs } from '../../clock.ts'

export const TimeFormat = z.enum([
  'rfc3339',
  'rfc3339-ms',
  'unix',
  'unix-ms',
  'date',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DDTHH:mm:ss+0000',
  'minutes-ago',
  '/Date(unix-ms)/',
])
export type TimeFormat = z.infer<typeof TimeFormat>

const dayMs = 86_400_000

/** Maximum error of a time without a zone: accounts are between UTC−12 and UTC+14. */
const zoneMs = 14 * 3_600_000

/** Formats a time for the provider. */
export function writeTime(ms: number, format: TimeFormat, now = readClockMs()): string {
  const iso = new Date(ms).toISOString()
  switch (format) {
    case 'rfc3339':
      return iso.replace(/\.\d{3}Z$/, 'Z')
    case 'rfc3339-ms':
      return iso
    case 'unix':
      return String(Math.floor(ms / 1000))
    case 'unix-ms':
      return String(ms)
    case 'date':
      return iso.slice(0, 10)
    case 'YYYY-MM-DD HH:mm:ss':
      return iso.slice(0, 19).replace('T', ' ')
    case 'YYYY-MM-DDTHH:mm:ss':
      return iso.slice(0, 19)
    case 'YYYY-MM-DDTHH:mm:ss+0000':
      return `${iso.slice(0, 19)}+0000`
    case 'minutes-ago':
      return String(Math.max(0, Math.ceil((now - ms) / 60_000)))
    case '/Date(unix-ms)/':
      return `/Date(${ms}+0000)/`
  }
}

/** Parses the provider's time to milliseconds; undefined if it is invalid. */
export function readTime(value: unknown, format: TimeFormat): number | undefined {
  const ms = isNever(value) ? undefined : parseFormat(value, format)
  return ms === undefined || Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? undefined : ms
}

/** What some providers write for a record without a time: zero, or the first time of their clock. */
const isNever = (value: unknown) =>
  value === 0 ||
  (typeof value === 'string' &&
    /^(?:0+|0000-00-00.*|(?:0001|1900|1970)-01-01(?:[T ]00:00(?::00(?:\.0+)?)?)?(?:Z|[+-]00:?00)?|\/Date\((?:0|-62135596800000)[)+-].*)$/.test(
      value,
    ))

function parseFormat(value: unknown, format: TimeFormat): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  switch (format) {
    case 'unix':
    case 'unix-ms':
      return parseEpoch(value) ?? parseText(String(value))
    case '/Date(unix-ms)/':
      return Number(/^\/Date\((-?\d{1,16})/.exec(String(value))?.[1])
    default:
      return parseText(String(value)) ?? parseDigits(String(value)) ?? parseEpoch(value)
  }
}

/** Parses a day or a time without separators, whose number would be another time since 1970. */
function parseDigits(text: string): number | undefined {
  const [, day, hours = '00', minutes = '00', seconds = '00'] =
    /^((?:19|20)\d\d[01]\d[0-3]\d)(?:T?([0-2]\d)([0-5]\d)([0-5]\d)?)?$/.exec(text) ?? []
  if (day === undefined) return undefined
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  const ms = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(ms) ? undefined : ms
}

/** A lower number of seconds is a time before March 1973. */
const earliestSeconds = 1e8

/**
 * Parses a time since 1970. Seconds, milliseconds and smaller units differ so much for times after 1973 that
 * the number shows which it is, whatever was declared.
 */
function parseEpoch(value: string | number): number | undefined {
  const number = typeof value === 'number' || /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN
  if (Number.isNaN(number)) return undefined
  const size = Math.abs(number)
  // Days or minutes, or the serial number of a spreadsheet.
  if (size < earliestSeconds) return undefined
  if (size < 1e11) return number * 1_000
  return size < 1e14 ? number : size < 1e17 ? number / 1_000 : number / 1_000_000
}

const hasZone = /(?:Z|(?:UTC|GMT)|[+-]\d\d(?::?\d\d)?)(?:\[[\w/+-]+\])?$/i

const isZoned = (text: string) => text.endsWith('Z') || hasZone.test(text)

/** Times of most providers, which need no rewriting. */
const usual = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** A time in the form of HTTP and email headers. */
const headerTime =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$/

/** Parses texts similar to ISO 8601; without a zone, they are UTC. */
function parseText(text: string): number | undefined {
  if (usual.test(text)) return Date.parse(text)
  if (text.length > 60) return undefined
  if (headerTime.test(text)) return Date.parse(text)
  const iso = text
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6')
    .replace(/\[[\w/+-]+\]$/, '')
    .replace(/^(\S{10}) /, '$1T')
    .replace(/ ?(?:UTC|GMT)$/i, 'Z')
    .replace(/Z[+-]00:?00$/, 'Z')
    .replace(
      /(T\S+?) ?([+-]\d\d):?(\d\d)?$/,
      (_, time: string, hours: string, minutes = '00') => `${time}${hours}:${minutes}`,
    )
  if (!/^\d{4}-\d\d-\d\d/.test(iso)) return undefined
  if (iso.length === 10) return Date.parse(iso)
  return Date.parse(isZoned(iso) ? iso : `${iso}Z`)
}

/** Reports whether a text is a day, whatever the format of the field. */
const isDay = (value: unknown) =>
  /^(?:\d{4}-\d\d-\d\d|(?:19|20)\d\d[01]\d[0-3]\d)$/.test(
    typeof value === 'object' ? '' : String(value),
  )

/** Reports whether a time lacks the zone that its format has. */
export const lacksZone = (value: unknown, format: TimeFormat): boolean =>
  typeof value === 'string' &&
  (format === 'rfc3339' || format === 'rfc3339-ms' || format === 'YYYY-MM-DDTHH:mm:ss+0000') &&
  value.length > 10 &&
  !isZoned(value) &&
  (!/^\d+(?:\.\d+)?$/.test(value) || parseDigits(value) !== undefined) &&
  readTime(value, format) !== undefined

/**
 * Returns the precision of this format, so that comparisons miss nothing. A time that lacks its zone
 * is as imprecise as zones are different.
 */
export function slackMs(format: TimeFormat, value?: unknown): number {
  if (isDay(value)) return dayMs + zoneMs
  if (lacksZone(value, format)) return zoneMs
  if (format === 'date') return dayMs + zoneMs
  if (format === 'minutes-ago') return 60_000
  return format === 'YYYY-MM-DD HH:mm:ss' || format === 'YYYY-MM-DDTHH:mm:ss' ? zoneMs : 1_000
}

const exact = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** Converts a date-time to RFC 3339 in UTC; other values are unchanged. */
export function inUTC(value: unknown): unknown {
  if (typeof value !== 'string' || value.length < 17 || value.length > 40) return value
  if (value.charCodeAt(4) !== 45 || !exact.test(value)) return value
  const ms = parseText(value)
  return ms === undefined || Number.isNaN(ms) ? value : new Date(ms).toISOString()
}
