import {
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { requireValue } from '../require-value.ts'
import { wayOn, type Lap } from '../lap.ts'
import { rfc3339, takeClock } from '../provider-clock.ts'
import { filterConditions, timeConditions, timeFields, joinConditions } from './conditions.ts'
import { countSalesforceWhere } from './count.ts'
import { compileFilter } from './filter.ts'
import {
  completeRows,
  isMissingColumn,
  isUnusableColumn,
  nextRecords,
  query,
  queryWhole,
  unreadableSoqlRows,
  type SoqlQueryResult,
  type SoqlRow,
} from './query.ts'
import {
  addressBytes,
  formatSoqlLiteral,
  maxQueryBytes,
  objectIdentifier,
  selectLists,
} from './soql.ts'

/**
 * Records get their timestamp when they are saved and become visible when the transaction commits,
 * which Salesforce allows up to ten minutes.
 */
export const salesforceOverlapMs = 15 * 60_000

/**
 * Position of a read. `locator` is Salesforce's page position, which may expire; `from` is where a
 * new query starts.
 */
interface Cursor {
  /** Null for an object without time fields: it is read in order of IDs. */
  timeField: string | null
  /** Absent for small pages. */
  locator?: string
  /**
   * A time, whose records are read again; without a time field, the ID of a record, which is not.
   */
  from?: string
  asOf: string
  total?: number
  /** State of the search for a cycle of locators, and the number of consecutive pages without rows. */
  lap?: Lap
  empty?: number
  /** What the current query has returned so far, and will return; absent if its pages are small. */
  rows?: { found: number; total?: number }
  includeDeleted?: boolean
  /** The conditions of the filter; empty if there are none. */
  where?: string
  /** Present if larger pages exceeded the size limit. */
  small?: SmallPages
}

/** A read with the conditions of its filter. */
interface SalesforceRead extends ReadRequest {
  where: string | undefined
}

/** Pages that are separate queries, each after the last record of the previous one. */
interface SmallPages {
  size: number
  behind?: { time?: string; id: string }
}

/** Salesforce's own pages are not smaller than this. */
const smallestPage = 200

/** Marks records in the recycle bin, for objects that have one. */
const deletedField = 'IsDeleted'

/**
 * Reads one page of a SOQL query in order of change. Pages use the query locator. If it has
 * expired, the query restarts at the last certain time: a record changed during the read may show
 * its new time at its old position, so only times before the start of the read count. That way
 * nothing is skipped.
 */
export async function readSalesforce(
  client: ProviderClient,
  request: ReadRequest,
): Promise<ReadPage> {
  const cursor = parseReadCursor(request.cursor)
  if (!cursor) return beginNarrowed(client, request)

  const where = cursor.where ?? (await compileFilter(client, request)).where
  const rest = { ...request, where, includeDeleted: cursor.includeDeleted }
  const { pageSize = smallestPage } = request
  const small = cursor.small ?? (wantsSmall(request) ? { size: pageSize } : undefined)
  if (small) {
    return smallPage(client, rest, cursor, { ...small, size: Math.min(small.size, pageSize) })
  }
  try {
    const following = cursor.locator && (await followLocator(client, rest, cursor.locator))
    if (following) {
      return await answerRead(client, { request: rest, result: following.result, cursor })
    }
    const page = await askSalesforce(client, {
      request: rest,
      timeField: cursor.timeField,
      from: cursor.from,
    })
    return await answerRead(client, {
      request: rest,
      result: page.result,
      cursor: { ...cursor, rows: countRows(page) },
    })
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return smallPage(client, rest, cursor, { size: smallestPage })
  }
}

const withoutLocator = ({
  locator: _locator,
  rows: _rows,
  lap: _lap,
  empty: _empty,
  ...rest
}: Cursor): Cursor => rest

const maxEmptyPages = 100

const countRows = ({ result: { totalSize } }: Page): Cursor['rows'] => ({
  found: 0,
  ...(totalSize !== undefined && { total: totalSize }),
})

const wantsSmall = ({ pageSize = smallestPage }: ReadRequest) => pageSize < smallestPage

/** Reports whether fewer records may be returned: the page is too large, or takes too long. */
const isTooLarge = (error: unknown) =>
  error instanceof ProviderError && (error.failure === 'too-large' || isTooMany(error))

/** Codes of queries of too many records at once, also to count them. */
const tooMany = new Set(['OPERATION_TOO_LARGE', 'QUERY_TIMEOUT', 'REQUEST_RUNNING_TOO_LONG'])

const isTooMany = (error: unknown) =>
  error instanceof ProviderError && tooMany.has(error.code ?? '')

/**
 * Reads a small page. Requests fewer records while they are too large, and more again afterwards.
 */
async function smallPage(
  client: ProviderClient,
  request: SalesforceRead,
  cursor: Cursor,
  { size, behind }: SmallPages,
): Promise<ReadPage> {
  const { timeField } = cursor
  const from = behind ? undefined : cursor.from
  for (let limit = size; ; limit = Math.max(1, Math.floor(limit / 4))) {
    try {
      const soql = await toSoql(client, { request, timeField, from, behind, limit })
      const found = await queryWhole(client, soql, request)
      const result = { records: found.rows, unreadable: found.unreadable, done: true }
      const answered = await answerRead(client, { request, result, cursor: withoutLocator(cursor) })
      const whole = wantsSmall(request) ? answered : { ...answered, smallerPage: limit }
      const last = found.rows.at(-1)
      if (found.rows.length + found.unreadable < limit) return whole
      // Nothing says where the next page begins.
      if (!last) throw unreadableSoqlRows(found.unreadable)
      const time = timeField ? rfc3339(last[timeField]) : undefined
      const next: Cursor = {
        ...withoutLocator(cursor),
        small: {
          size: Math.min(request.pageSize ?? smallestPage, smallestPage, limit * 2),
          behind: { id: last.Id, ...(time !== undefined && { time }) },
        },
      }
      return { ...whole, next: JSON.stringify(next) }
    } catch (error) {
      if (!isTooLarge(error) || limit === 1) throw error
    }
  }
}

type Page = Awaited<ReturnType<typeof query>>

async function beginNarrowed(client: ProviderClient, request: ReadRequest): Promise<ReadPage> {
  const { where, notAsked } = await compileFilter(client, request)
  const page = await begin(client, { ...request, where })
  if (notAsked.length === 0) return page
  return {
    ...page,
    notice: `Salesforce cannot filter by ${notAsked.join(', ')}: these conditions are applied after reading.`,
  }
}

async function begin(client: ProviderClient, request: SalesforceRead): Promise<ReadPage> {
  try {
    return await beginWith(client, request)
  } catch (error) {
    // Objects without a recycle bin have no deleted records.
    if (!request.includeDeleted || !isMissingColumn(error, deletedField)) throw error
    return beginWith(client, { ...request, includeDeleted: false })
  }
}

async function beginWith(client: ProviderClient, request: SalesforceRead): Promise<ReadPage> {
  if (wantsSmall(request)) return beginSmall(client, request, requireValue(request.pageSize))
  try {
    return await beginLarge(client, request)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return beginSmall(client, request, smallestPage)
  }
}

/** Starts reading small pages, whose first one does not contain the number of records. */
async function beginSmall(
  client: ProviderClient,
  request: SalesforceRead,
  size: number,
): Promise<ReadPage> {
  const { timeField, page } = await askByTime(client, { ...request, fieldNames: [] }, 1)
  const cursor: Cursor = {
    timeField,
    asOf: takeClock(page.response, request.overlapMs ?? salesforceOverlapMs).asOf,
    ...withTotal(await countUnlessTooMany(client, request)),
    includeDeleted: request.includeDeleted === true,
    ...(request.filter && { where: request.where ?? '' }),
  }
  return { ...(await smallPage(client, request, cursor, { size })), asOf: cursor.asOf }
}

const withTotal = (total: number | undefined) => (total === undefined ? {} : { total })

/** Counting may take too long for an object whose small pages do not. */
const countUnlessTooMany = (client: ProviderClient, request: SalesforceRead) =>
  countSalesforceWhere(client, request, request.where).catch((error: unknown) => {
    if (isTooMany(error)) return undefined
    throw error
  })

async function beginLarge(client: ProviderClient, request: SalesforceRead): Promise<ReadPage> {
  const { timeField, page } = await askByTime(client, request)
  const cursor = {
    timeField,
    asOf: takeClock(page.response, request.overlapMs ?? salesforceOverlapMs).asOf,
    ...withTotal(page.result.totalSize),
    rows: countRows(page),
    includeDeleted: request.includeDeleted === true,
    ...(request.filter && { where: request.where ?? '' }),
  }
  return {
    ...(await answerRead(client, { request, result: page.result, cursor })),
    asOf: cursor.asOf,
  }
}

/** Queries in order of the first existing time field. */
async function askByTime(
  client: ProviderClient,
  request: SalesforceRead,
  limit?: number,
): Promise<{ timeField: string | null; page: Page }> {
  for (const timeField of timeFields) {
    try {
      return { timeField, page: await askSalesforce(client, { request, timeField, limit }) }
    } catch (error) {
      if (!isUnusableColumn(error, timeField)) throw error
    }
  }
  return { timeField: null, page: await askSalesforce(client, { request, timeField: null, limit }) }
}

/** Returns the page of a locator; undefined if Salesforce no longer knows the locator. */
async function followLocator(
  client: ProviderClient,
  { pageSize }: ReadRequest,
  locator: string,
): Promise<Page | undefined> {
  try {
    return await nextRecords(client, locator, pageSize)
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'cursor-gone') return undefined
    throw error
  }
}

interface Question {
  request: SalesforceRead
  timeField: string | null
  from?: string | undefined
  behind?: SmallPages['behind']
  limit?: number | undefined
}

const askSalesforce = async (client: ProviderClient, question: Question): Promise<Page> =>
  query(client, await toSoql(client, question), question.request)

async function toSoql(client: ProviderClient, question: Question): Promise<string> {
  const { request, timeField } = question
  const conditions = [
    ...timeConditions(request, timeField),
    ...(await filterConditions(client, request)),
    ...recordCondition(request),
    ...placeCondition(question),
  ]
  const where = joinConditions(conditions)
  const order = timeField ? `${timeField}, Id` : 'Id'
  const { first } = listSelectedFields(request, timeField)
  const few = question.limit === undefined ? '' : ` LIMIT ${question.limit}`
  return `SELECT ${first} FROM ${objectIdentifier(request.objectName)}${where} ORDER BY ${order}${few}`
}

/** Deleted records are read whether they match or not. */
function recordCondition({ where, includeDeleted }: SalesforceRead): string[] {
  if (!where) return []
  return [includeDeleted ? `(${where} OR ${deletedField} = TRUE)` : where]
}

/** Returns the fields to select, keys first. */
function listSelectedFields(
  { fieldNames, filters = [], where = '', includeDeleted }: SalesforceRead,
  timeField: string | null,
) {
  const keys = [...(timeField ? [timeField] : []), ...(includeDeleted ? [deletedField] : [])]
  const filterBytes = filters.reduce(
    (sum, { fieldName, value }) =>
      sum + addressBytes(`${fieldName} = ${formatSoqlLiteral(value)} AND `),
    0,
  )
  const conditionBytes = 1_000 + filterBytes + addressBytes(where)
  return selectLists([...keys, ...fieldNames], maxQueryBytes / 2 - conditionBytes)
}

function placeCondition({ timeField, from, behind }: Question): string[] {
  if (behind) {
    const byId = `Id > ${formatSoqlLiteral(behind.id)}`
    const { time } = behind
    return [
      timeField && time ? `(${timeField} > ${time} OR (${timeField} = ${time} AND ${byId}))` : byId,
    ]
  }
  if (!from) return []
  return [timeField ? `${timeField} >= ${from}` : `Id > ${formatSoqlLiteral(from)}`]
}

type Result = Pick<SoqlQueryResult, 'records' | 'unreadable' | 'done'> &
  Partial<Pick<SoqlQueryResult, 'nextRecordsUrl' | 'totalSize'>>

async function answerRead(
  client: ProviderClient,
  {
    request,
    result,
    cursor,
  }: { request: SalesforceRead; result: Result; cursor: Omit<Cursor, 'locator'> },
): Promise<ReadPage> {
  const { timeField } = cursor
  const { records: given, unreadable, nextRecordsUrl } = result
  const total = cursor.total ?? result.totalSize
  const rows = cursor.rows && {
    ...withTotal(cursor.rows.total ?? result.totalSize),
    found: cursor.rows.found + new Set(given.map(({ Id }) => Id)).size + unreadable,
  }

  const complete = await completeRows(client, {
    rows: given,
    objectName: objectIdentifier(request.objectName),
    further: listSelectedFields(request, timeField).further,
    includeDeleted: request.includeDeleted,
  })
  const page = {
    records: complete.map((row) => toSalesforceRecord(row, timeField)),
    ...withTotal(total),
    ...(unreadable > 0 && { unreadable }),
  }
  if (nextRecordsUrl === undefined) {
    const incomplete =
      unreadable > 0 ? unreadableSoqlRows(unreadable).message : missingAfter(result, rows)
    return { ...page, ...(incomplete !== undefined && { incomplete }) }
  }
  const lap = wayOn(cursor.lap ?? {}, nextRecordsUrl)
  const empty = given.length === 0 ? (cursor.empty ?? 0) + 1 : 0
  if (!lap || empty > maxEmptyPages) {
    throw new ProviderError('unavailable', 'Salesforce names next pages without end.')
  }
  const next: Cursor = {
    ...cursor,
    ...withTotal(total),
    ...(rows && { rows }),
    lap,
    empty,
    locator: nextRecordsUrl,
    from: certainPlace(given, cursor) ?? cursor.from,
  }
  return { ...page, next: JSON.stringify(next) }
}

/** Returns why records may be missing behind a page that names no next one. */
function missingAfter({ done }: Result, rows: Cursor['rows']): string | undefined {
  if (done === false) {
    return 'Salesforce reports that a page is not the last page, but does not name the next one.'
  }
  if (rows?.total === undefined) {
    return done === true ? undefined : 'Salesforce does not report whether a page is the last page.'
  }
  return rows.found < rows.total
    ? `Salesforce reports ${rows.total} records, and ${rows.found} were returned.`
    : undefined
}

/** Returns the last position that no change since the start can have moved. */
function certainPlace(
  rows: readonly SoqlRow[],
  { timeField, asOf }: Pick<Cursor, 'timeField' | 'asOf'>,
): string | undefined {
  if (!timeField) return rows.at(-1)?.Id
  const times = rows.map((row) => rfc3339(row[timeField]))
  return times.findLast((time) => time !== undefined && time < asOf)
}

function toSalesforceRecord(row: SoqlRow, timeField: string | null): ProviderRecord {
  const updatedTime = timeField ? rfc3339(row[timeField]) : undefined
  return {
    id: row.Id,
    ...(updatedTime && { updatedTime }),
    ...(row[deletedField] === true && { deleted: true as const }),
    raw: row,
  }
}

function parseReadCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Cursor
  } catch (cause) {
    throw new ProviderError('cursor-gone', 'The stored cursor is invalid.', { cause })
  }
}
