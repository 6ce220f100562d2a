import {
  maxJsonDepth,
  ProviderError,
  type FieldFilter,
  type ProviderClient,
  type ProviderRecord,
  type ProviderResponse,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { convertToText } from '@platform/contract/compare-values'
import { takeClock } from '../../provider-clock.ts'
import { listBelow, readBelow, parentValues } from './below.ts'
import { placeInCursor } from './cursor.ts'
import { fetchListed, listedAtATime, readFetched } from '../calls/fetch.ts'
import { readByJob } from './jobs/jobs.ts'
import { behindTail, earlier, pageAfter } from './position.ts'
import type { Position } from './position-state.ts'
import { newestPosition, makePiece } from './pieces.ts'
import { addFilterParameters } from './filter-parameters.ts'
import { lookForPast } from './newest-first.ts'
import { overlapMs } from './overlap.ts'
import type { Asked } from '../calls/request.ts'
import { parseTime, timeIn } from './records.ts'
import type { Reading, ResolvedObject } from '../calls/resolve.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { lacksZone, slackMs } from '../calls/times.ts'
import { behindDeletion, behindRepeats, notOnPrevious, whyMoved } from './shifts.ts'
import { countAll, missingAfter } from './whole.ts'
import { type Wanted, askForPage } from './ask-for-page.ts'

/**
 * Reads one page of an object's records. Changed records are requested in the strongest way that
 * the entry declares: a filter, the order of change, or by checking each record's own time. Without
 * any time, all records are returned, and the caller compares them with the stored ones.
 */
export async function readDeclared(
  provider: DeclarativeProvider,
  client: ProviderClient,
  request: ReadRequest,
): Promise<ReadPage> {
  if (request.includeDeleted) {
    throw new ProviderError('unsupported', 'The provider does not report deleted records.')
  }
  const object = provider.objects.get(request.objectName)
  const reading = makeReading(object, request)
  const { parent } = reading
  if (!parent) return readWhole(provider, client, { object, reading, request })
  return readBelow(client, reading, request.cursor, {
    parents: (cursor) =>
      readParents(provider, client, parent.object, {
        cursor,
        overlapMs: request.overlapMs ?? overlapMs(reading),
      }),
    list: (list, cursor) =>
      readWhole(provider, client, { object, reading: list, request: { ...request, cursor } }),
  })
}

/** Reads a page of a list, with the contents of its records. */
async function readWhole(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { object, reading, request }: { object: ResolvedObject; reading: Reading; request: ReadRequest },
): Promise<ReadPage> {
  const { fetch: rules, job } = reading
  if (job) {
    const times = { sinceMs: parseTime(request.since), untilMs: parseTime(request.until) }
    const result = await readByJob(provider, client, {
      object,
      reading,
      rules: job,
      request,
      piece: (number) => makePiece(reading, number, times),
      list: (pages, cursor) =>
        readList(provider, client, { object, reading: pages, request: { ...request, cursor } }),
    })
    return onlyWanted(provider, reading, request, result)
  }
  if (!rules) return readList(provider, client, { object, reading, request })
  const { cursor, pageSize, fieldNames } = request
  const listed = {
    ...request,
    filters: [],
    pageSize: Math.min(pageSize ?? Infinity, listedAtATime),
  }
  const page = await readFetched(provider, client, {
    object,
    reading,
    rules,
    fieldNames,
    cursor,
    pageSize,
    isBare: fieldNames.length === 0,
    list: (listCursor) =>
      readList(provider, client, { object, reading, request: { ...listed, cursor: listCursor } }),
  })
  return onlyWanted(provider, reading, request, page)
}

const onlyWanted = (
  provider: DeclarativeProvider,
  reading: Reading,
  request: ReadRequest,
  page: ReadPage,
): ReadPage => ({
  ...page,
  records: page.records.filter((record) => isWanted(provider, reading, record, request)),
})

/** Returns the contents of listed records, if the list has only their IDs. */
export async function withContents(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    object,
    reading,
    fieldNames,
    records,
  }: {
    object: ResolvedObject
    reading: Reading
    fieldNames: readonly string[]
    records: readonly ProviderRecord[]
  },
): Promise<readonly ProviderRecord[]> {
  const { fetch: rules } = reading
  if (!rules) return records
  return fetchListed(provider, client, { object, reading, rules, fieldNames, wanted: records })
}

/** Records requested for a sample, if each requires a request. */
const sampledContents = 10

/** Parents that are requested at a time, if their list has pages. */
const parentsAtATime = 100

const readParents = (
  provider: DeclarativeProvider,
  client: ProviderClient,
  objectName: string,
  prepareRequest: Pick<ReadRequest, 'cursor' | 'overlapMs'> = {},
) =>
  readDeclared(provider, client, {
    objectName,
    fieldNames: [],
    pageSize: parentsAtATime,
    ...prepareRequest,
  })

/** Parents whose lists are tried for a sample. */
const sampledParents = 5

/** Returns some of the newest records of an object; of a list below a parent, those of the first that has any. */
export async function newestRecords(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    object,
    request,
  }: {
    object: ResolvedObject
    request: Pick<ReadRequest, 'fieldNames' | 'pageSize'> & Pick<Asked, 'selectsAll'>
  },
): Promise<ProviderRecord[]> {
  const own = makeReading(object)
  // A job takes too long for a caller who waits.
  if (own.job) return []
  for (const reading of await listsToSample(provider, client, own)) {
    const page = await askForPage(provider, client, {
      object,
      reading,
      position: newestPosition(reading),
      request,
    })
    const { records } = withoutCut(page.records, page)
    if (records.length === 0) continue
    const some = reading.fetch ? records.slice(0, sampledContents) : records
    const { fieldNames } = request
    return [
      ...(await withContents(provider, client, { object, reading, fieldNames, records: some })),
    ]
  }
  return []
}

/** Returns the list itself, or those below the first parents. */
export async function listsToSample(
  provider: DeclarativeProvider,
  client: ProviderClient,
  reading: Reading,
): Promise<Reading[]> {
  if (!reading.parent) return [reading]
  const parents = await readParents(provider, client, reading.parent.object)
  const { values } = parentValues(parents, reading)
  return values.slice(0, sampledParents).map((value) => listBelow(reading, value))
}

async function readList(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { object, reading, request }: { object: ResolvedObject; reading: Reading; request: ReadRequest },
): Promise<ReadPage> {
  const position: Position = placeInCursor(request.cursor)
  const isFirst = position.at === undefined
  const piece = makePiece(reading, position.piece ?? 0, {
    sinceMs: parseTime(request.since),
    untilMs: parseTime(request.until),
  })

  const page = await pageBehind(provider, client, { object, reading, position, request }).catch(
    (error: unknown) => {
      throw isFirst ? error : asCursorGone(reading, error)
    },
  )
  const { fresh } = page
  const { isPast, ...times } = lookForPast(reading, request, {
    records: fresh,
    before: page.position,
  })
  const others = notOnPrevious(fresh, page.position).length
  const arrived = { ...page, fresh: others, ...countAll(reading, page) }
  const { next, cut, isRepeated } = isPast ? {} : pageAfter(reading.paging, page.position, arrived)
  const isLast = next === undefined && !isPast
  const found = isRepeated ? 0 : others
  const before = isFirst ? { ...page.position, found: 0 } : page.position
  const moved = whyMoved(reading.paging, page.position, arrived)
  const reported = arrived.total ?? arrived.counted
  const isWhole = reported !== undefined && (before.found ?? NaN) + found === reported
  const incomplete =
    (isWhole && moved === undefined ? undefined : cut) ??
    page.doubt ??
    (isLast ? missingAfter(reading, { ...page, found, before, request, moved }) : undefined)
  const news = isRepeated ? [] : behindRepeats(reading.paging, fresh, page.position)
  const number = position.piece ?? 0
  const following: Position | undefined = next
    ? { ...next, ...times, ...(position.piece !== undefined && { piece: number }) }
    : piece && !piece.isLast
      ? { piece: number + 1, pages: (position.pages ?? 0) + 1 }
      : undefined
  return {
    ...withoutCut(
      news.filter((record) => isWanted(provider, reading, record, request)),
      page,
    ),
    ...(isFirst && position.piece === undefined && beginningOf(reading, request, page)),
    ...(following && { next: JSON.stringify(following) }),
    ...(page.unreadable > 0 && { unreadable: page.unreadable }),
    ...(incomplete !== undefined && { incomplete }),
  }
}

/** Returns the records that are whole, and names the others. */
function withoutCut(
  records: readonly ProviderRecord[],
  { cut }: { cut?: ReadonlySet<string> },
): Pick<ReadPage, 'records' | 'leftOut' | 'leftOutBecause'> {
  const isCut = ({ id }: ProviderRecord) => cut?.has(id) ?? false
  const leftOut = records.filter(isCut).map(({ id }) => id)
  return {
    records: records.filter((record) => !isCut(record)),
    ...(leftOut.length > 0 && {
      leftOut,
      leftOutBecause: `The reply is nested deeper than ${maxJsonDepth} levels there.`,
    }),
  }
}

/** Returns when the next read must start, and what to log about times. */
function beginningOf(
  reading: Reading,
  request: ReadRequest,
  { response, records }: { response: ProviderResponse; records: readonly ProviderRecord[] },
): Pick<ReadPage, 'asOf' | 'notice'> {
  const clock = takeClock(response, request.overlapMs ?? overlapMs(reading))
  const { updated } = reading
  const isZoneless =
    updated && records.some(({ raw }) => lacksZone(timeIn(raw, reading), updated.format))
  return {
    ...clock,
    ...(isZoneless && {
      notice: `Times at ${updated.field} have no time zone and may be up to 14 hours off. Records of that period are read again.`,
    }),
  }
}

/** A page that is rejected after earlier ones had a cursor that has expired. */
function asCursorGone({ paging }: Reading, error: unknown): unknown {
  const hasCursor = paging.style !== 'offset' && paging.style !== 'page'
  const isRefused =
    error instanceof ProviderError && ['bad-request', 'not-found'].includes(error.failure)
  if (!hasCursor || !isRefused || error.status === undefined) return error
  const { status, code } = error
  return new ProviderError('cursor-gone', error.message, { status, code, cause: error })
}

export function makeReading(
  object: ResolvedObject,
  { since, until, filter }: Pick<ReadRequest, 'since' | 'until' | 'filter'> = {},
): Reading {
  const reading = since === undefined && until === undefined ? object.read : object.changes
  if (reading) return addFilterParameters(object, reading, filter)
  throw new ProviderError('unsupported', `Reading ${object.displayName} is not supported.`)
}

/**
 * Returns a page and its new records, which follow the end of the previous page. If that end is
 * missing, earlier records were deleted and later ones have moved before the position: it is
 * searched further and further back, eventually from the start.
 */
export async function pageBehind(
  provider: DeclarativeProvider,
  client: ProviderClient,
  wanted: Wanted,
) {
  const { paging } = wanted.reading
  let { position } = wanted
  for (let steps = 1; ; steps *= 2) {
    const page = await askForPage(provider, client, { ...wanted, position })
    const previous = behindDeletion(paging, page.position, {
      ...page,
      ...countAll(wanted.reading, page),
    })
    if (previous) {
      position = previous
      continue
    }
    if (isBehindDeletion(position, wanted.position)) {
      return { ...page, fresh: notOnPrevious(page.records, position) }
    }
    const fresh = page.doubt === undefined ? behindTail(page.records, position) : page.records
    if (fresh) return { ...page, fresh }
    const before = earlier(paging, page.position, steps * (page.size ?? usualStep))
    if (!before) return { ...page, fresh: page.records }
    position = { ...before, lost: (wanted.position.lost ?? 0) + 1 }
  }
}

const isBehindDeletion = (position: Position, wanted: Position) =>
  position !== wanted && position.tail === undefined

/** Look-back if the page size is unknown. */
const usualStep = 100

/** Reports whether a record has the requested time and values. */
function isWanted(
  provider: DeclarativeProvider,
  reading: Reading,
  { updatedTime, raw }: ProviderRecord,
  { since, until, filters = [] }: ReadRequest,
): boolean {
  const { updated, version } = reading
  if ((updated ?? version) && updatedTime !== undefined) {
    const time = Date.parse(updatedTime)
    const slack = updated ? slackMs(updated.format, timeIn(raw, reading)) : 1_000
    if (since !== undefined && time < Date.parse(since) - slack) return false
    if (until !== undefined && time >= Date.parse(until) + slack) return false
  }
  return filters.every((filter) => hasValue(provider, raw, filter))
}

export function hasValue(
  { fieldValue }: DeclarativeProvider,
  raw: Record<string, unknown>,
  { fieldName, value }: FieldFilter,
): boolean {
  const found = fieldValue(raw, fieldName) ?? null
  return value === null
    ? found === null || found === ''
    : found !== null && convertToText(found) === String(value)
}
