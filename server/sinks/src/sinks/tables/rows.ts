import { hash } from 'node:crypto'
import { findInexactNumber, isInexact } from '@platform/connector'
import type { FieldMetadata, ResultEntry, SchemaChanges, WebhookMessage } from '@platform/contract'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { SinkEvent } from '../event.ts'
import { toExactNumber } from './column-types.ts'
import { cutName } from './identifiers.ts'

/** Columns that identify a record, its version and its message. Their names begin with `_`. */
export interface RecordColumns {
  _group_ref: string
  _installation_id: string
  _record_id: string
  _provider: string | null
  _operation_id: string | null
  _event_id: string
  /** When the provider says that this version was made. */
  _changed_at: string | null
  _read_at: string
  _deleted_at: string | null
  _associations: unknown
  _raw: unknown
}

/** The latest version of a record in a batch. */
export interface RecordRow {
  columns: RecordColumns
  /** By the name of the field with its origin; undefined for a deletion, which keeps the stored ones. */
  values: ReadonlyMap<string, unknown> | undefined
}

/** A message that is stored as it is. */
export interface EventTableRow {
  event: SinkEvent
  groupRef: string | null
  installationId: string | null
  objectName: string | null
}

/** What is stored of a message. */
export interface MessageRows {
  event: SinkEvent
  /** Object of the records in lower case. */
  objectName: string | undefined
  records: RecordRow[]
  /** Present if the message contains what no record's row has. */
  eventRow: EventTableRow | undefined
  /** Fields that records of the object may have from now on, each with a value of its type. */
  fields?: NonNullable<RecordRow['values']>
}

/** Returns what is stored of a message: rows of its records, or itself. */
export function toRows(event: SinkEvent, { includeRaw }: { includeRaw: boolean }): MessageRows {
  const message = parseMessage(event.body)
  const asEvent: EventTableRow = {
    event,
    groupRef: toText(message.groupRef),
    installationId: toText(message.installationId),
    objectName: toText(message.objectName),
  }
  const { groupRef, installationId, objectName } = asEvent
  if (event.type === 'schema.watch' && objectName !== null && !event.isTest) {
    const fields = listWatchedFields(message.result)
    const watched = toStorableName(objectName.toLowerCase())
    return { event, objectName: watched, records: [], eventRow: asEvent, fields }
  }
  const result: readonly ResultEntry[] | undefined = listRecords(event, message.result)
  if (!result || groupRef === null || installationId === null || objectName === null) {
    return { event, objectName: undefined, records: [], eventRow: asEvent }
  }
  const stored = result.filter(isVersion)
  const readTime = new Date(timeOfId(event.id)).toISOString()
  const findSource = createSourceFinder()
  const records = stored.map((entry): RecordRow => {
    const isDeleted = entry.subscribeEventType === 'delete'
    const { id = '', associations = null } = entry
    const changedAt = limitTime(entry.versionTime, readTime)
    return {
      columns: {
        _group_ref: groupRef,
        _installation_id: installationId,
        _record_id: toKey(id),
        _provider: toText(message.provider),
        _operation_id: toText(message.operationId),
        _event_id: event.id,
        _changed_at: changedAt,
        _read_at: readTime,
        _deleted_at: isDeleted ? (changedAt ?? readTime) : null,
        _associations: associations,
        _raw: includeRaw && !isDeleted ? (entry.raw ?? null) : null,
      },
      values: isDeleted ? undefined : listValues(entry, findSource),
    }
  })
  return {
    event,
    objectName: toStorableName(objectName.toLowerCase()),
    records,
    eventRow: stored.length === result.length ? undefined : asEvent,
  }
}

/** Further ahead of our clock, a time is not that of a provider whose clock differs, but wrong. */
const maxAheadMs = 24 * 3_600_000

/** A wrong time counts as that of the message, so that later versions with right ones replace it. */
function limitTime(versionTime: string | undefined, readTime: string): string | null {
  if (versionTime === undefined) return null
  return Date.parse(versionTime) <= Date.parse(readTime) + maxAheadMs ? versionTime : readTime
}

/**
 * Returns the records of a message; undefined if it has none, or records without an ID, as those of
 * earlier versions of the platform.
 */
function listRecords({ type, isTest }: SinkEvent, result: unknown): ResultEntry[] | undefined {
  // Made-up records are not mixed with real ones.
  if ((type !== 'read' && type !== 'subscribe') || isTest || !Array.isArray(result))
    return undefined
  const entries = result as ResultEntry[]
  return entries.every(({ id }) => typeof id === 'string' && id !== '') ? entries : undefined
}

/** Reports whether it is a version of a record. Others announce changes without the record. */
const isVersion = ({ subscribeEventType, fields, mappedFields, raw }: ResultEntry): boolean =>
  subscribeEventType === 'delete' ||
  raw !== undefined ||
  Object.keys(fields ?? {}).length > 0 ||
  Object.keys(mappedFields ?? {}).length > 0

/** Returns created and changed fields with a value of their type. */
function listWatchedFields(result: unknown): Map<string, unknown> {
  const { createdFields = [], changedFields = [] } = (result ?? {}) as Partial<SchemaChanges>
  const fields = new Map<string, unknown>()
  for (const { fieldName, valueType } of [
    ...createdFields,
    ...changedFields.map(({ newSchema }) => newSchema),
  ]) {
    // A reference, or what the provider alone knows, has values of any type.
    const example = valueType && examples[valueType]
    if (example !== undefined) fields.set(`fields.${toStorableName(fieldName)}`, example)
  }
  return fields
}

/** A value of each type whose values have one. Providers return several choices as text or as a list. */
const examples: Partial<Record<NonNullable<FieldMetadata['valueType']>, unknown>> = {
  ...{ string: '', singleSelect: '', date: '', datetime: '' },
  ...{ boolean: true, int: 0, float: 0 },
}

type FindSource = (origin: 'fields' | 'mappedFields', name: string) => string

/** Returns the function that names a field with its origin. The records of a message have the same. */
function createSourceFinder(): FindSource {
  const known = { fields: new Map<string, string>(), mappedFields: new Map<string, string>() }
  return (origin, name) => {
    const found = known[origin].get(name)
    if (found !== undefined) return found
    const source = `${origin}.${toStorableName(name)}`
    known[origin].set(name, source)
    return source
  }
}

function listValues(
  { fields = {}, mappedFields = {} }: ResultEntry,
  findSource: FindSource,
): Map<string, unknown> {
  const values = new Map<string, unknown>()
  for (const name of Object.keys(mappedFields))
    values.set(findSource('mappedFields', name), mappedFields[name])
  for (const name of Object.keys(fields)) values.set(findSource('fields', name), fields[name])
  return values
}

const toStorableName = (name: string): string => name.replaceAll('\0', '\uFFFD').toWellFormed()

/** PostgreSQL indexes rows of up to 2,704 bytes, and the key has the customer as well. */
const maxKeyBytes = 1_000

/**
 * Returns the ID as PostgreSQL stores and indexes it. One that it does not accept would fail all records of
 * its message; it is replaced by its storable beginning and a hash, so that no two become one.
 */
function toKey(id: string): string {
  const storable = toStorableName(id)
  if (storable === id && Buffer.byteLength(id) <= maxKeyBytes) return id
  // UTF-16, because UTF-8 has no halves of characters.
  const digest = hash('sha256', Buffer.from(id, 'utf16le')).slice(0, 16)
  return `${cutName(storable, maxKeyBytes - digest.length - 1)}~${digest}`
}

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Parses a message so that `JSON.stringify` returns every number with its digits. */
function parseMessage(
  body: string,
): Partial<Omit<WebhookMessage, 'result'>> & { result?: unknown } {
  if (!findInexactNumber(body)) return JSON.parse(body)
  return JSON.parse(body, (_name, value: unknown, context?: { source?: string }) =>
    isInexact(value, context?.source) ? toExactNumber(context?.source ?? '') : value,
  )
}

/**
 * Returns one row for each record: that of the version that the database would keep if it got them one
 * after the other. A deletion after a version has its values.
 */
export function keepLatest(rows: readonly RecordRow[]): RecordRow[] {
  const latest = new Map<string, RecordRow>()
  for (const row of rows) {
    const { _group_ref, _installation_id, _record_id } = row.columns
    const key = `${_group_ref.length} ${_installation_id.length} ${_group_ref}${_installation_id}${_record_id}`
    const known = latest.get(key)
    if (!known) latest.set(key, row)
    else if (isLater(row, known)) {
      latest.set(key, row.values ? row : { ...row, values: known.values })
    } else if (!known.values && row.values) latest.set(key, { ...known, values: row.values })
  }
  // Processes lock rows in the same order, so they do not wait for each other in a circle.
  return [...latest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** Within a message, the order counts. */
function isLater({ columns: one }: RecordRow, { columns: other }: RecordRow): boolean {
  const { _changed_at: changedAt, _event_id: eventId } = one
  const { _changed_at: otherChangedAt, _event_id: otherEventId } = other
  if (changedAt !== null && otherChangedAt !== null) {
    const difference = Date.parse(changedAt) - Date.parse(otherChangedAt)
    if (difference !== 0) return difference > 0
  }
  return eventId >= otherEventId
}

/**
 * Replaces what PostgreSQL cannot store in JSON: NUL and halves of characters become U+FFFD.
 * https://www.postgresql.org/docs/18/datatype-json.html
 */
export const toStorableJson = (json: string): string =>
  /\\u(?:0000|d[89a-f])/i.test(json)
    ? json.replaceAll(
        /\\(?:u(d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2})|u(0000|d[89a-f][\da-f]{2})|[^])/gi,
        (found, _pair: string | undefined, unstorable: string | undefined) =>
          unstorable === undefined ? found : '\\ufffd',
      )
    : json
