import { z } from 'zod'

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
export function writeTime(ms: number, format: TimeFormat, now = Date.now()): string {
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
  const ms = parseFormat(value, format)
  return ms === undefined || Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? undefined : ms
}

function parseFormat(value: unknown, format: TimeFormat): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  switch (format) {
    case 'unix':
      return value === '' ? undefined : Number(value) * 1000
    case 'unix-ms':
      return value === '' ? undefined : Number(value)
    case '/Date(unix-ms)/':
      return Number(/^\/Date\((-?\d{1,16})/.exec(String(value))?.[1])
    default:
      return parseText(String(value))
  }
}

const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i

/** Parses texts similar to ISO 8601; without a zone, they are UTC. */
function parseText(text: string): number | undefined {
  if (text.length > 40 || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined
  if (text.length === 10) return Date.parse(text)
  const iso = text.replace(' ', 'T').replace(/ ?([+-]\d\d)(\d\d)$/, '$1:$2')
  return Date.parse(hasZone.test(iso) ? iso : `${iso}Z`)
}

/** Reports whether a time lacks the zone that its format has. */
export const lacksZone = (value: unknown, format: TimeFormat): boolean =>
  typeof value === 'string' &&
  (format === 'rfc3339' || format === 'rfc3339-ms' || format === 'YYYY-MM-DDTHH:mm:ss+0000') &&
  value.length > 10 &&
  readTime(value, format) !== undefined &&
  !hasZone.test(value)

/**
 * Returns the precision of this format, so that comparisons miss nothing. A time that lacks its zone
 * is as imprecise as zones are different.
 */
export function slackMs(format: TimeFormat, value?: unknown): number {
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
