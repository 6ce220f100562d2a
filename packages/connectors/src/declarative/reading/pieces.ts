import type { Reading } from '../calls/resolve.ts'
import { slackMs, writeTime } from '../calls/times.ts'
import { readClockMs } from '../../clock.ts'

const dayMs = 86_400_000

/** Parameters of one piece of a list: a time range, a value of a parameter, or both. */
export interface Piece {
  parameters: { in: 'query' | 'body'; name: string; value: string }[]
  isLast: boolean
}

/** Returns a piece of a list by its number; undefined if the list is read as a whole. */
export function makePiece(
  { window, variants }: Pick<Reading, 'window' | 'variants'>,
  number: number,
  { sinceMs, untilMs }: { sinceMs: number | undefined; untilMs: number | undefined },
  now = readClockMs(),
): Piece | undefined {
  if (!window && !variants) return undefined
  const parameters: Piece['parameters'] = []
  const { in: where = 'query', name = '', values = [''] } = variants ?? {}
  if (variants) {
    parameters.push({ in: where, name, value: values[number % values.length] ?? '' })
  }
  let ranges = 1
  if (window) {
    const { days, start, ahead = 0, byChange, format } = window
    const end = (byChange ? (untilMs ?? now) : now) + 60_000 + ahead * dayMs
    const earliest = start === undefined ? now - (days ?? 30) * dayMs : Date.parse(start)
    const since = byChange && sinceMs !== undefined ? sinceMs - slackMs(format) : undefined
    const begin = Math.min(since ?? earliest, end)
    const step = days === undefined ? end - begin : days * dayMs
    ranges = Math.max(1, Math.ceil((end - begin) / Math.max(1, step)))
    const range = Math.floor(number / values.length)
    const from = begin + range * step
    const isLastRange = range >= ranges - 1
    // With day precision, the end is part of the range.
    const inclusive = format === 'date' && !isLastRange ? dayMs : 0
    const to = isLastRange ? end : from + step - inclusive
    const into = window.in ?? 'query'
    parameters.push({ in: into, name: window.from, value: writeTime(from, format) })
    if (window.to !== undefined) {
      parameters.push({ in: into, name: window.to, value: writeTime(to, format) })
    }
  }
  return { parameters, isLast: number >= ranges * values.length - 1 }
}

/** Returns the piece with the newest records: the first value, in the current range. */
function newestPiece(reading: Pick<Reading, 'window' | 'variants'>): number | undefined {
  const { window, variants } = reading
  if (!window && !variants) return undefined
  const now = readClockMs()
  const { start, days, ahead = 0 } = window ?? {}
  if (start === undefined || days === undefined) return 0
  const range = Math.floor((now - Date.parse(start)) / (days * dayMs))
  const ranges = Math.max(
    1,
    Math.ceil((now + 60_000 + ahead * dayMs - Date.parse(start)) / (days * dayMs)),
  )
  return Math.max(0, Math.min(range, ranges - 1)) * (variants?.values.length ?? 1)
}

/** Returns the start position for reading a few records: among the newest. */
export function newestPosition(reading: Pick<Reading, 'window' | 'variants'>): { piece?: number } {
  const piece = newestPiece(reading)
  return piece === undefined ? {} : { piece }
}
