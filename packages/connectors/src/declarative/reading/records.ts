import { hash } from 'node:crypto'
import {
  hasCutValue,
  loopTurn,
  parseExactly,
  TooDeepError,
  parseFieldPath,
  ProviderError,
  getValueAt,
  type ProviderRecord,
  type ProviderResponse,
} from '@platform/connector'
import { isMembers } from '../../members.ts'
import { getReplyHeader } from '../../reply-headers.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { Declaration } from '../schema/entry.ts'
import { columnsIn, distinguishColumns, findTwice, recordOfRow } from './columns.ts'
import {
  csvRecords,
  csvRows,
  lookLength,
  makeTooManyValuesError,
  maxRows,
  maxValuesOfPage,
  type TakenRows,
} from './csv.ts'
import { findDoubt } from '../calls/doubt.ts'
import { unreadable } from '../calls/errors.ts'
import { composeId, type IdTemplate } from '../calls/ids.ts'
import { findLocator } from '../calls/locator.ts'
import type { Reading } from '../calls/resolve.ts'
import { inUTC, readTime, slackMs, type TimeFormat } from '../calls/times.ts'
import { parseCount } from './parse-count.ts'
import { totalAt } from './whole.ts'

/** Maximum number of items of a page: messages are made of all of them at once. */
const maxItems = 100_000

/** The records of a reply. */
export interface TakenRecords {
  records: ProviderRecord[]
  /** Number of items of the list, including those that are no records. */
  items: number
  /** Number of items that are no records, or have no ID. */
  unreadable: number
  /** IDs of the records that were cut because they are nested too deeply. */
  cut?: ReadonlySet<string>
  /** Why the page may lack records, as a sentence. */
  doubt?: string
}

/**
 * Returns the records of a reply. Items that are no records are counted and left out. If that
 * leaves none, the entry is wrong and the error is thrown. `isVouched` means that the reply says by a
 * declared sign that it is whole: an empty list is then beyond doubt.
 */
export async function takeRecords(
  response: ProviderResponse,
  reading: Reading,
  { isVouched = false } = {},
): Promise<TakenRecords> {
  const { body } = response
  const list = await listIn(response, reading)
  if (list && list.length > maxItems) {
    throw new ProviderError('too-large', `A page of the list has more than ${maxItems} items.`)
  }
  const given = reading.columns && (columnsIn(body, reading.columns) ?? reading.knownColumns ?? [])
  // An ID made of all values would change with their names.
  const columns = given && (reading.id === undefined ? given : distinguishColumns(given))
  const twice = given && findTwice(given, listIdColumns(reading) ?? given.map(([name]) => name))
  if (columns?.length === 0 && list !== null && list.length > 0) {
    throw unreadable(response, `the columns at ${reading.columns?.at ?? ''} are missing`)
  }
  const turn = loopTurn()
  const records: ProviderRecord[] = []
  let wrong: 'no record' | Lacking | undefined
  for (const row of list ?? []) {
    if (turn.mustPause()) await turn.pause()
    const item = columns && reading.columns ? recordOfRow(row, columns, reading.columns) : row
    if (item === null) continue
    const record = isMembers(item) ? findRecord(item, reading) : 'no record'
    if (record === 'no record' || isLacking(record)) wrong ??= record
    else records.push(record)
  }
  const items = list?.length ?? 0
  if (records.length === 0 && wrong) {
    throw wrong === 'no record'
      ? unreadable(
          response,
          `the list ${describeRecordsPlace(reading)} contains items that are not records`,
        )
      : makeLacksIdError(wrong)
  }
  const left = items - records.length
  const doubt =
    twice !== undefined && items > 0
      ? `The list has several columns ${twice}. IDs are made of the last, and may belong to several records.`
      : left > 0
        ? `${left} of ${items} items of the list ${describeRecordsPlace(reading)} are not records with an ID, and were left out.`
        : findDoubt(body, {
            records: reading.records,
            isNull: list === null,
            isEmpty: items === 0 && !isVouched,
          })
  return {
    ...{ records, items, unreadable: left },
    ...(response.isCut && { cut: listCut(records) }),
    ...(doubt !== undefined && { doubt }),
  }
}

const listCut = (records: readonly ProviderRecord[]): ReadonlySet<string> =>
  new Set(records.filter(({ raw }) => hasCutValue(raw)).map(({ id }) => id))

const describeRecordsPlace = ({ records }: Reading) =>
  records === '' ? 'at its top' : `at ${records}`

/** Returns the items of the list; null if the reply has `null` in its place. */
async function listIn(
  response: ProviderResponse,
  reading: Reading,
): Promise<readonly unknown[] | null> {
  const { body } = response
  if (!reading.format && typeof body === 'string')
    throw unreadable(response, notJson(response, body))
  const content = reading.format
    ? await parseRows(response, reading)
    : getAtDotPath(body, reading.records)
  const isEnvelope = isMembers(body) && reading.records !== ''
  const list =
    reading.single && isMembers(content)
      ? [content]
      : isEnvelope && !reading.format
        ? unfoldList(content, reading)
        : content
  if (Array.isArray(list)) return pickRecords(list, reading)
  if (isEnvelope && list === null)
    return reading.absentWhenEmpty || countsNone(body, reading) ? [] : null
  if (isEnvelope && list === undefined && reading.absentWhenEmpty) return []
  throw unreadable(response, `the list ${describeRecordsPlace(reading)} is missing`)
}

/**
 * Returns a list that a serializer has written otherwise: an object whose keys are the places in the list, or
 * something else for an empty list (null).
 */
function unfoldList(content: unknown, { columns }: Reading): unknown {
  if (content === '' || content === false) return null
  if (!isMembers(content) || columns) return content
  const names = Object.keys(content)
  if (names.length === 0) return null
  return names.every((name) => /^\d{1,9}$/.test(name)) ? Object.values(content) : content
}

/** Returns the items that have what all records of the object have. */
const pickRecords = (list: readonly unknown[], { only }: Reading): readonly unknown[] =>
  only === undefined
    ? list
    : list.filter((item) => !isMembers(item) || getAtDotPath(item, only) !== undefined)

const countsNone = (body: unknown, reading: Reading) => {
  const place = totalAt(reading)
  return place !== undefined && parseCount(getAtDotPath(body, place)) === 0
}

/** Describes a text in place of JSON, without its content. */
function notJson({ headers }: ProviderResponse, text: string): string {
  if (/^\s*</.test(text)) return 'it is a page, not JSON'
  try {
    JSON.parse(text)
  } catch (error) {
    const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    if (position !== undefined) return `it is not JSON (at position ${position})`
  }
  const type = getReplyHeader(headers, 'content-type')
  return `it is not JSON${type === undefined ? '' : ` (${type.slice(0, 100)})`}`
}

/** Returns the rows of a reply in another format. */
async function parseRows(response: ProviderResponse, reading: Reading): Promise<unknown[]> {
  const { format, nullText } = reading
  const { body } = response
  if (format === 'csv') {
    if (typeof body !== 'string' || !looksLikeCsv(body)) {
      throw unreadable(response, 'it is not CSV')
    }
    const { rows, used, isFull } = await csvRows(body, { isEnd: true })
    if (isFull) throw makeTooManyValuesError('The file')
    if (used < body.length) throw unreadable(response, 'the file ends within a value')
    const [columns = [], ...values] = rows
    checkHeader(response, reading, columns)
    return csvRecords(columns, values, nullText)
  }
  if (typeof body !== 'string') return [body].flat()
  const { rows, isFull } = await jsonLines(response, body)
  if (isFull) throw makeTooManyValuesError('The file')
  return rows
}

/** Returns the columns of which the IDs are made; undefined if that is all of them. */
const listIdColumns = ({ id, ids }: Reading): string[] | undefined =>
  id === undefined
    ? undefined
    : (ids?.places ?? [id]).map((place) => parseFieldPath(place)[0] ?? place)

/** Far more than any object has; the columns are stored with the place of the next part. */
const maxColumns = 10_000

/** A text without the column of the IDs is no such file, but may be a message. */
export function checkHeader(
  response: ProviderResponse,
  reading: Reading,
  columns: readonly string[],
): void {
  const { id, ids } = reading
  const needed = ids ? [] : [id ?? []].flat()
  if (columns.length > maxColumns) {
    throw unreadable(response, `the file has more than ${maxColumns} columns`)
  }
  const names = listIdColumns(reading) ?? []
  const twice = names.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name))
  if (twice !== undefined) throw unreadable(response, `the file has several columns ${twice}`)
  const missing = needed.find((place) => !columns.includes(parseFieldPath(place)[0] ?? place))
  if (columns.length === 0 || missing === undefined) return
  throw unreadable(response, `the file has no column ${missing}`)
}

/** Reports whether a text is no JSON and no page, which a provider returns in place of a file. */
export const looksLikeCsv = (text: string) => !/^\uFEFF?\s*(?:[{<]|\[\s*[{"\]])/.test(text)

/**
 * Parses JSON Lines, at most as many as have 500,000 values.
 * @throws ProviderError `too-large` if one line has more
 */
export async function jsonLines(
  response: ProviderResponse,
  text: string,
): Promise<TakenRows<unknown>> {
  const turn = loopTurn()
  const rows: unknown[] = []
  let values = 0
  let lookedAt = 0
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    if (at - lookedAt > lookLength) {
      lookedAt = at
      if (turn.mustPause()) await turn.pause()
    }
    const end = text.indexOf('\n', at)
    const next = end < 0 ? text.length : end + 1
    const line = text.slice(at, next)
    if (line.trim() !== '') {
      values += countValues(line)
      if (rows.length > 0 && (values > maxValuesOfPage || rows.length >= maxRows)) {
        return { rows, used: at, isFull: true }
      }
      if (values > maxValuesOfPage) throw makeTooManyValuesError('A line of the file')
      try {
        rows.push(parseExactly(line))
      } catch (error) {
        if (!(error instanceof TooDeepError)) throw unreadable(response, 'a line is not JSON')
        // It is no record, and takes no others with it.
        rows.push(undefined)
      }
    }
    at = next
  }
  return { rows, used: text.length, isFull: false }
}

/** Counts the values of a text of JSON; too many if it is none. */
function countValues(text: string): number {
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      do at = text.indexOf('"', at + 1)
      while (at > 0 && isEscaped(text, at))
      if (at < 0) return values
    } else if (code === 44 || code === 91 || code === 123) values++
  }
  return values
}

function isEscaped(text: string, at: number): boolean {
  let escapes = 0
  while (text.charCodeAt(at - 1 - escapes) === 92) escapes++
  return escapes % 2 === 1
}

/**
 * Converts a record by the rules of the entry; a known ID need not be in it. Throws for a record without
 * an ID.
 */
export function toProviderRecord(
  raw: Record<string, unknown>,
  reading: Reading,
  knownId?: string,
): ProviderRecord {
  const record = findRecord(raw, reading, knownId)
  if (isLacking(record)) throw makeLacksIdError(record)
  return record
}

/** A record without an ID at this place. */
interface Lacking {
  lacks: string
}
const isLacking = (found: string | Lacking | ProviderRecord): found is Lacking =>
  typeof found === 'object' && 'lacks' in found

function findRecord(
  raw: Record<string, unknown>,
  { id, ids, updated, version, wrap, below, locatorPlaces }: Reading,
  knownId?: string,
): ProviderRecord | Lacking {
  const inner = wrap === undefined ? undefined : getAtDotPath(raw, wrap)
  const find = (place: string) =>
    getAtDotPath(raw, place) ?? (isMembers(inner) ? getAtDotPath(inner, place) : undefined)
  const ownId =
    knownId ??
    (id === undefined
      ? fingerprint(raw)
      : ids
        ? composeRecordId(ids, (place) =>
            place === 'parent' && below !== undefined ? below : find(place),
          )
        : requireId(find(id), id))
  if (typeof ownId === 'object') return ownId
  const updatedMs = updated
    ? readTime(timeIn(raw, { updated, wrap }), updated.format)
    : readVersion(raw, { version, wrap })
  const locator = findLocator(raw, { locatorPlaces, below })
  return {
    id: ownId,
    ...(locator && { locator }),
    ...(updatedMs !== undefined && { updatedTime: new Date(updatedMs).toISOString() }),
    raw,
  }
}

/** Returns the time of a version; undefined if it is not exact, because no range is widened for it. */
function readVersion(
  raw: Record<string, unknown>,
  { version, wrap }: Pick<Reading, 'version' | 'wrap'>,
): number | undefined {
  if (!version) return undefined
  const value = timeIn(raw, { updated: version, wrap })
  return slackMs(version.format, value) > 1_000 ? undefined : readTime(value, version.format)
}

/** Returns the time of a request in milliseconds. */
export const parseTime = (time: string | undefined) =>
  time === undefined ? undefined : Date.parse(time)

/** Returns the modification time of a record as the provider writes it. */
export function timeIn(
  raw: Record<string, unknown>,
  { updated, wrap }: Pick<Reading, 'updated' | 'wrap'>,
): unknown {
  if (!updated) return undefined
  return (
    getAtDotPath(raw, updated.field) ??
    (wrap === undefined ? undefined : getAtDotPath(getAtDotPath(raw, wrap), updated.field))
  )
}

function requireId(id: unknown, place: string): string | Lacking {
  if (typeof id === 'string' && id.trim() !== '') return id
  if (typeof id === 'number') return String(id)
  return { lacks: place }
}

function composeRecordId(ids: IdTemplate, find: (place: string) => unknown): string | Lacking {
  const id = composeId(ids, find)
  return typeof id === 'string' ? id : { lacks: id.missing }
}

const makeLacksIdError = ({ lacks }: Lacking) =>
  new ProviderError(
    'bad-request',
    `A record has no ID at ${lacks}, the place that the catalogue names.`,
  )

/** Identifies a record without ID by its content. */
const fingerprint = (raw: unknown) => hash('sha1', JSON.stringify(raw), 'base64url')

/** Returns the value of a field of a record, whichever of the entry's objects it belongs to. */
export function fieldReader(declaration: Declaration) {
  const { defaults, objects = {} } = declaration
  const rules = [defaults?.read, ...Object.values(objects).map(({ read }) => read)]
  const wraps = [...new Set(rules.flatMap((read) => read?.wrap ?? []))]
  const formats = new Map<string, TimeFormat>(
    rules.flatMap((read) => {
      const time = read?.updated ?? read?.version
      return time ? [[time.field, time.format]] : []
    }),
  )
  const isNumber = (format: TimeFormat | undefined) =>
    format === 'unix' || format === 'unix-ms' || format === '/Date(unix-ms)/'

  return (raw: Record<string, unknown>, fieldName: string): unknown => {
    const value = findField(raw, fieldName, wraps)
    const format = formats.get(fieldName)
    if (format === undefined || !isNumber(format)) return inUTC(value)
    const ms = readTime(value, format)
    return ms === undefined ? value : new Date(ms).toISOString()
  }
}

function findField(
  raw: Record<string, unknown>,
  fieldName: string,
  wraps: readonly string[],
): unknown {
  if (Object.hasOwn(raw, fieldName)) return raw[fieldName]
  const steps = parseFieldPath(fieldName)
  const value = getValueAt(raw, steps)
  if (value !== undefined) return value
  for (const wrap of wraps) {
    const inner = getValueAt(getAtDotPath(raw, wrap), steps)
    if (inner !== undefined) return inner
  }
  return undefined
}
