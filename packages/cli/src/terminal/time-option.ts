import { CommandError } from './terminal.ts'

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Formats of times, for the help of options. */
export const timesRead = '2026-01-15T09:30:00Z, 2026-01-15 (midnight here), today, yesterday or 90m'

/**
 * Parses the time of an option to RFC 3339. A date means its local midnight, and `2h` two hours
 * ago; a time with a time zone is passed on unchanged.
 */
export function timeOption(name: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const at = parseInstant(given.trim())
  if (at) return at
  throw new CommandError(`--${name} must be a time such as ${timesRead}, not ${given}.`)
}

function parseInstant(text: string): string | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count && isUnit(unit))
    return new Date(Date.now() - Number(count) * unitMs[unit]).toISOString()
  if (text === 'today') return midnight(0)
  if (text === 'yesterday') return midnight(-1)
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(T.+)?$/i.exec(text) ?? []
  if (!year || !month || !day) return undefined
  // `Date` would convert the 31st of February to March.
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  if (date.getMonth() !== Number(month) - 1 || date.getDate() !== Number(day)) return undefined
  if (!time) return date.toISOString()
  const isWhole = /^T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(time)
  return isWhole && !Number.isNaN(Date.parse(text)) ? text : undefined
}

const isUnit = (unit: string | undefined): unit is keyof typeof unitMs =>
  unit !== undefined && unit in unitMs

function midnight(days: number): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString()
}
