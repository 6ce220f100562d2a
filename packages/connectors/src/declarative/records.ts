import { createHash } from 'node:crypto'
import {
  parseFieldPath,
  ProviderError,
  valueAt,
  type ProviderRecord,
  type ProviderResponse,
} from '@platform/connector'
import { isMembers } from '../members.ts'
import { at } from './dot-path.ts'
import type { Declaration } from './entry.ts'
import { columnsIn, recordOfRow } from './columns.ts'
import { csvRecords, csvRows } from './csv.ts'
import { unreadable } from './errors.ts'
import { composeId, type IdTemplate } from './ids.ts'
import type { Reading } from './resolve.ts'
import { inUTC, readTime, type TimeFormat } from './times.ts'

/** Returns the records of a reply. */
export function recordsOf(response: ProviderResponse, reading: Reading): ProviderRecord[] {
  const { body } = response
  const place = reading.records === '' ? 'at its top' : `at ${reading.records}`
  const content = reading.format ? rowsOf(response, reading) : at(body, reading.records)
  const list = reading.single && isMembers(content) ? [content] : content
  if (!Array.isArray(list)) {
    const isEmpty =
      isMembers(body) &&
      reading.records !== '' &&
      (list === null || (list === undefined && reading.absentWhenEmpty === true))
    if (isEmpty) return []
    throw unreadable(response, `the list ${place} is missing`)
  }
  const columns =
    reading.columns && (columnsIn(body, reading.columns) ?? reading.knownColumns ?? [])
  if (columns?.length === 0 && list.length > 0) {
    throw unreadable(response, `the columns at ${reading.columns?.at ?? ''} are missing`)
  }
  return list.map((row: unknown) => {
    const item = columns && reading.columns ? recordOfRow(row, columns, reading.columns) : row
    if (!isMembers(item))
      throw unreadable(response, `the list ${place} contains items that are not records`)
    return recordOf(item, reading)
  })
}

/** Returns the rows of a reply in another format. */
function rowsOf(response: ProviderResponse, { format, nullText }: Reading): unknown[] {
  const { body } = response
  if (format === 'csv') {
    if (typeof body !== 'string') throw unreadable(response, 'it is not CSV')
    const { rows, used } = csvRows(body, true)
    if (used < body.length) throw unreadable(response, 'the file ends within a value')
    const [columns = [], ...values] = rows
    return csvRecords(columns, values, nullText)
  }
  if (typeof body !== 'string') return [body].flat()
  return jsonLines(response, body)
}

/** Parses JSON Lines. */
export const jsonLines = (response: ProviderResponse, text: string): unknown[] =>
  text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line) as unknown]
    } catch {
      throw unreadable(response, 'a line is not JSON')
    }
  })

/** Converts a record by the rules of the entry; a known ID need not be in it. */
export function recordOf(
  raw: Record<string, unknown>,
  { id, ids, updated, wrap, below }: Reading,
  knownId?: string,
): ProviderRecord {
  const inner = wrap === undefined ? undefined : at(raw, wrap)
  const find = (place: string) =>
    at(raw, place) ?? (isMembers(inner) ? at(inner, place) : undefined)
  const updatedMs = updated && readTime(find(updated.field), updated.format)
  return {
    id:
      knownId ??
      (id === undefined
        ? fingerprint(raw)
        : ids
          ? composedId(ids, (place) =>
              place === 'parent' && below !== undefined ? below : find(place),
            )
          : idOf(find(id), id)),
    ...(updatedMs !== undefined && { updatedTime: new Date(updatedMs).toISOString() }),
    raw,
  }
}

function idOf(id: unknown, place: string): string {
  if (typeof id === 'string' && id !== '') return id
  if (typeof id === 'number') return String(id)
  throw lacksId(place)
}

function composedId(ids: IdTemplate, find: (place: string) => unknown): string {
  const id = composeId(ids, find)
  if (typeof id === 'string') return id
  throw lacksId(id.missing)
}

const lacksId = (place: string) =>
  new ProviderError(
    'bad-request',
    `A record has no ID at ${place}, the place that the catalogue names.`,
  )

/** Identifies a record without ID by its content. */
const fingerprint = (raw: unknown) =>
  createHash('sha1').update(JSON.stringify(raw)).digest('base64url')

/** Returns the value of a field of a record, whichever of the entry's objects it belongs to. */
export function fieldReader(declaration: Declaration) {
  const { defaults, objects = {} } = declaration
  const rules = [defaults?.read, ...Object.values(objects).map(({ read }) => read)]
  const wraps = [...new Set(rules.flatMap((read) => read?.wrap ?? []))]
  const formats = new Map<string, TimeFormat>(
    rules.flatMap((read) => (read?.updated ? [[read.updated.field, read.updated.format]] : [])),
  )
  const isNumber = (format: TimeFormat | undefined) =>
    format === 'unix' || format === 'unix-ms' || format === '/Date(unix-ms)/'

  return (raw: Record<string, unknown>, fieldName: string): unknown => {
    const value = found(raw, fieldName, wraps)
    const format = formats.get(fieldName)
    if (format === undefined || !isNumber(format)) return inUTC(value)
    const ms = readTime(value, format)
    return ms === undefined ? value : new Date(ms).toISOString()
  }
}

function found(raw: Record<string, unknown>, fieldName: string, wraps: readonly string[]): unknown {
  if (Object.hasOwn(raw, fieldName)) return raw[fieldName]
  const steps = parseFieldPath(fieldName)
  const value = valueAt(raw, steps)
  if (value !== undefined) return value
  for (const wrap of wraps) {
    const inner = valueAt(at(raw, wrap), steps)
    if (inner !== undefined) return inner
  }
  return undefined
}
