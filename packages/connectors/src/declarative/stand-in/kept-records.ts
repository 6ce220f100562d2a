import type { ColumnRules } from '../reading/columns.ts'
import { putAt, setAtDotPath } from '../calls/dot-path.ts'
import { listLocatorNames } from '../calls/locator.ts'
import { composeId, partsOfId, type IdTemplate } from '../calls/ids.ts'
import type { Reading, ResolvedObject } from '../calls/resolve.ts'
import { writeTime } from '../calls/times.ts'
import type { StandInReply } from './exchange.ts'

export interface KeptRecord {
  id: string
  changedMs: number
  fields: Record<string, unknown>
}

/** Formats a record like the provider. */
export function recordAtProvider(
  { id, changedMs, fields }: KeptRecord,
  reading: Reading,
): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  const inner: Record<string, unknown> = { ...fields }
  if (reading.wrap === undefined) Object.assign(record, inner)
  else putAt(record, reading.wrap, inner)
  for (const [place, value] of Object.entries(placesOfId(reading, id))) {
    if (place !== 'parent' || reading.below === undefined) putAt(record, place, value)
  }
  const { own = {} } = reading.locatorPlaces ?? {}
  for (const [name, place] of Object.entries(own)) setAtDotPath(record, place, inventPart(name, id))
  const time = reading.updated ?? reading.version
  if (time) {
    const { field, format } = time
    const text = writeTime(changedMs, format)
    putAt(record, field, format === 'unix' || format === 'unix-ms' ? Number(text) : text)
  }
  return record
}

/** Columns of the records, in the form of the entry. */
export function columnDescriptions(
  { name }: ColumnRules,
  [first]: readonly KeptRecord[],
  reading: Reading,
): unknown[] {
  return Object.keys(first ? recordAtProvider(first, reading) : {}).map((one) => {
    if (name === '') return one
    const column: Record<string, unknown> = {}
    putAt(column, name, one)
    return column
  })
}

export function rowAtProvider(
  record: Record<string, unknown>,
  { row, cell }: ColumnRules,
): unknown {
  const cells = Object.values(record).map((value) => {
    if (cell === undefined) return value
    const item: Record<string, unknown> = {}
    putAt(item, cell, value)
    return item
  })
  if (row === undefined) return cells
  const wrapped: Record<string, unknown> = {}
  putAt(wrapped, row, cells)
  return wrapped
}

/** A file of records, or the asked range of its bytes. */
export function exportFile(
  records: readonly Record<string, unknown>[],
  format: 'csv' | 'jsonl',
  range: string,
): StandInReply {
  const columns = [...new Set(records.flatMap((one) => Object.keys(one)))]
  const quoteCsv = (value: unknown) =>
    `"${(typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')).replaceAll('"', '""')}"`
  const lines =
    format === 'csv'
      ? [
          columns.join(','),
          ...records.map((one) => columns.map((name) => quoteCsv(one[name])).join(',')),
        ]
      : records.map((one) => JSON.stringify(one))
  const bytes = Buffer.from(lines.join('\n'))
  const headers = { 'content-type': 'text/plain' }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  if (from === undefined || to === undefined) return { status: 200, headers, text: String(bytes) }
  if (Number(from) >= bytes.length) return { status: 416, headers, text: '' }
  const end = Math.min(Number(to), bytes.length - 1)
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${end}/${bytes.length}` },
    text: bytes.subarray(Number(from), end + 1).toString(),
  }
}

/** Composes an ID of values that a request names, and of a new one. */
export function inventId(
  ids: IdTemplate | undefined,
  id: string,
  named: Record<string, string>,
): string {
  if (!ids) return id
  const made = composeId(ids, (place) => named[place] || id)
  return typeof made === 'string' ? made : id
}

const placesOfId = ({ id: place, ids }: Reading, id: string): Record<string, string> =>
  ids ? (partsOfId(ids, id) ?? {}) : place === undefined ? {} : { [place]: id }

/** Value by which a record is read besides its ID. */
const inventPart = (name: string, id: string) => `${name}-${id}`

/** Returns the values by which a record is read besides its ID. */
export const inventLocator = ({ locatorPlaces }: Pick<Reading, 'locatorPlaces'>, id: string) =>
  Object.fromEntries(
    (locatorPlaces ? listLocatorNames(locatorPlaces) : []).map((name) => [
      name,
      inventPart(name, id),
    ]),
  )

/** Whether a request names a record by its ID or all of its values. */
export const isRecordNamed = (
  id: string,
  { ids, locatorPlaces }: Reading,
  found: Readonly<Record<string, string>>,
) => {
  const isLocated = Object.keys(locatorPlaces?.own ?? {}).every(
    (name) => found[name] === inventPart(name, id),
  )
  if (locatorPlaces && found['id'] === undefined && !ids) return isLocated
  return (
    isLocated &&
    (ids
      ? Object.entries(partsOfId(ids, id) ?? {}).every(
          ([place, value]) => place === 'parent' || found[place] === value,
        )
      : found['id'] === id)
  )
}

export function inventFields(
  { rules, read }: ResolvedObject,
  number: number,
): Record<string, unknown> {
  const names = Object.entries(rules.fields ?? { name: 'string', amount: 'int' }).slice(0, 40)
  const isTaken = (name: string) =>
    name === read?.id ||
    read?.ids?.places.includes(name) ||
    name === (read?.updated ?? read?.version)?.field ||
    name === read?.wrap
  const free = names.filter(([name]) => !isTaken(name))
  const asked = free.length > 0 ? free : [['name', 'string'] as const]
  return Object.fromEntries(asked.map(([name, type]) => [name, inventValue(type, name, number)]))
}

function inventValue(type: string, name: string, number: number): unknown {
  switch (type) {
    case 'boolean':
      return number % 2 === 0
    case 'int':
      return number
    case 'float':
      return number + 0.5
    case 'date':
      return `2024-01-${String(number + 1).padStart(2, '0')}`
    case 'datetime':
      return `2024-01-${String(number + 1).padStart(2, '0')}T10:00:00Z`
    case 'multiSelect':
      return [`${name} ${number}`]
    case 'other':
      return { value: number }
    default:
      return `${name} ${number}`
  }
}
