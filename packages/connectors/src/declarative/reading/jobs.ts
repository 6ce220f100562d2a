import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderResponse,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { takeClock } from '../../provider-clock.ts'
import { overlapMs } from './overlap.ts'
import { getReplyHeader } from '../../reply-headers.ts'
import { isMembers } from '../../members.ts'
import { requireValue } from '../../require-value.ts'
import { columnsIn, type RowColumn } from './columns.ts'
import { csvRecords, csvRows, type TakenRows } from './csv.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { JobRules } from '../schema/job-rules.ts'
import { findDoubt } from '../calls/doubt.ts'
import { unreadable } from '../calls/errors.ts'
import type { Piece } from './pieces.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { checkHeader, jsonLines, looksLikeCsv, parseTime, takeRecords } from './records.ts'
import { fillHeaders, pageRequest } from '../calls/request.ts'
import type { Reading, ResolvedObject } from '../calls/resolve.ts'
import { fillIn, pathStep } from '../calls/templates.ts'
import { placeInCursor } from './cursor.ts'
import { readClockMs } from '../../clock.ts'

/** Where a read by a job is. */
interface Place {
  /** Number of the current piece, if the object is read in pieces. */
  piece?: number
  /** ID of the job at the provider; undefined before it is started. */
  job?: string
  /** Further values of the reply that started it. */
  values?: Record<string, string>
  /** When it was started (ms), and how often its status was requested. */
  began?: number
  polls?: number
  /** How many jobs of the piece have failed. */
  failures?: number
  /** Why the read was given up, and when (ms). */
  reason?: string
  endedAt?: number
  /** Whether the job has ended, so that its pages can be read. */
  done?: true
  /** Why its result may lack records, by its last status. */
  doubt?: string
  /** Cursor of the page; undefined for the first one. */
  page?: string
  /** Number of pages, if the status reply contains it, and the columns of their rows. */
  count?: number
  columns?: RowColumn[]
  /** Offset in bytes in the file, and the columns of its header line. */
  from?: number
  header?: string[]
  /** Size of the file, if the provider reports it. */
  size?: number
}

const defaultSeconds = 10
const growth = 1.5
const maxMs = 5 * 60_000
const defaultHours = 24
/** Jobs of a piece that may fail before the read does. */
const maxFailures = 3
/** Someone who resumes a read that was given up has waited longer. */
const givenUpMs = 60_000
const maxIdLength = 500

interface ByJob {
  object: ResolvedObject
  reading: Reading
  rules: JobRules
  request: ReadRequest
  piece: (number: number) => Piece | undefined
  list: (reading: Reading, cursor: string | undefined) => Promise<ReadPage>
}

interface Step extends ByJob {
  place: Place
}

/**
 * Reads the result of a job at the provider, such as an export. The cursor contains the ID of the job, so
 * that after an interruption the read waits for the same job. Each call is one step: it starts the job,
 * requests its status, or reads a page. A failed or lost job is started again a few times.
 */
export async function readByJob(
  provider: DeclarativeProvider,
  client: ProviderClient,
  byJob: ByJob,
  now = readClockMs(),
): Promise<ReadPage> {
  const place: Place = placeInCursor(byJob.request.cursor)
  if (place.reason !== undefined && now - (place.endedAt ?? 0) < givenUpMs) {
    // Not the same job again: the engine does not repeat the request.
    throw new ProviderError('bad-request', place.reason, { status: 422 })
  }
  const isFresh = place.job === undefined || place.reason !== undefined
  if (isFresh) return startJob(provider, client, { ...byJob, place: ofPiece(place) }, now)
  const step = { ...byJob, place }
  if (!place.done) return poll(provider, client, step, now)
  try {
    const page =
      byJob.rules.pages.rangeBytes === undefined
        ? await readPage(provider, client, step)
        : await readRange(provider, client, step)
    const incomplete = page.incomplete ?? place.doubt
    return { ...page, ...(incomplete !== undefined && { incomplete }) }
  } catch (error) {
    const isLost =
      error instanceof ProviderError && ['not-found', 'cursor-gone'].includes(error.failure)
    if (isLost) return restartLater(step, 'its result is no longer available', now)
    throw error
  }
}

const ofPiece = ({ piece, failures, reason }: Place): Place => ({
  ...(piece !== undefined && { piece }),
  ...(failures !== undefined && reason === undefined && { failures }),
})

const everyMs = ({ status: { everySeconds = defaultSeconds } }: JobRules) => everySeconds * 1_000

const pageAt = (place: Place, waitMs?: number): ReadPage => ({
  records: [],
  next: JSON.stringify(place),
  ...(waitMs !== undefined && { waitMs }),
})

async function startJob(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { object, reading, rules, request, place, piece }: Step,
  now: number,
): Promise<ReadPage> {
  const response = await client.request(
    buildPerAttempt(() =>
      pageRequest(
        { ...reading, paging: { style: 'none' } },
        {},
        {
          fieldNames: request.fieldNames,
          sinceMs: parseTime(request.since),
          untilMs: parseTime(request.until),
          size: undefined,
          headers: provider.declaration.headers ?? {},
          values: client.metadata,
          base: object.base,
          piece: piece(place.piece ?? 0),
        },
      ),
    ),
  )
  provider.refusals.checkPage(response, { records: '', declared: [rules.id] })
  const id = getAtDotPath(response.body, rules.id)
  const isId = (typeof id === 'string' && id !== '') || typeof id === 'number'
  if (!isId || String(id).length > maxIdLength) {
    throw unreadable(response, `it has no ID of a job at ${rules.id}`)
  }
  const job = String(id)
  for (const call of rules.begin ?? []) {
    provider.refusals.check(
      await client.request(
        buildPerAttempt(() =>
          callJob(provider, client, { object, call: { method: 'POST', ...call }, place: { job } }),
        ),
      ),
    )
  }
  const values = Object.entries(rules.values ?? {}).flatMap(([name, where]) => {
    const value = getAtDotPath(response.body, where)
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  const begun = {
    ...place,
    job,
    began: now,
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
  }
  return {
    ...pageAt(begun, everyMs(rules)),
    ...(request.cursor === undefined &&
      takeClock(response, request.overlapMs ?? overlapMs(reading))),
  }
}

async function poll(
  provider: DeclarativeProvider,
  client: ProviderClient,
  step: Step,
  now: number,
): Promise<ReadPage> {
  const { object, reading, rules, place } = step
  const { status, pages } = rules
  const response = await client.request(
    buildPerAttempt(() => callJob(provider, client, { object, call: status, place })),
  )
  if (response.status === 404 || response.status === 410) {
    return restartLater(step, 'the provider no longer knows it', now)
  }
  const declared = [rules.id, status.at, status.message].filter((one) => one !== undefined)
  const { body } = response
  const value = status.at === undefined ? undefined : getAtDotPath(body, status.at)
  const hasFailed = isAmong(status.failed, value)
  // A failed job has an error, which belongs to its status.
  if (hasFailed) provider.refusals.check(response)
  else provider.refusals.checkPage(response, { records: '', declared })
  if (status.at !== undefined && value === undefined) {
    throw unreadable(response, `it has no status at ${status.at}`)
  }
  if (hasFailed) {
    const words = status.message === undefined ? undefined : getAtDotPath(body, status.message)
    const isText = typeof words === 'string' && words !== ''
    return restartLater(step, isText ? words.slice(0, 500) : `its status is ${String(value)}`, now)
  }
  const isDone = status.done ? isAmong(status.done, value) : response.status !== 202
  if (!isDone) {
    const hours = status.withinHours ?? defaultHours
    if (now - (place.began ?? now) > hours * 3_600_000) {
      const last = status.at === undefined ? '' : `, and its status is ${JSON.stringify(value)}`
      return giveUp(step, `it did not end within ${hours} hours${last}`, now)
    }
    const polls = (place.polls ?? 0) + 1
    const waitMs = Math.min(everyMs(rules) * growth ** polls, maxMs)
    return pageAt({ ...place, polls }, Math.max(waitMs, everyMs(rules)))
  }
  const count = pages.count === undefined ? undefined : countIn(response, pages.count)
  const beside = isMembers(body) ? { ...body, [status.at ?? '']: undefined } : body
  const doubt = findDoubt(beside, { records: '', isNull: false, isEmpty: false })
  const columns = reading.columns && columnsIn(body, reading.columns)
  return pageAt({
    ...place,
    done: true,
    ...(doubt !== undefined && { doubt }),
    ...(count !== undefined && { count }),
    ...(columns && { columns }),
  })
}

/** Providers change the case of their statuses between versions. */
const isAmong = (statuses: readonly string[] | undefined, value: unknown): boolean =>
  statuses?.some((one) => one.toLowerCase() === String(value).toLowerCase()) === true

function countIn(response: ProviderResponse, place: string): number {
  const value = getAtDotPath(response.body, place)
  const count = Array.isArray(value) ? value.length : Number(value)
  if (Number.isSafeInteger(count) && count >= 0) return count
  throw unreadable(response, `it has no number of pages at ${place}`)
}

/** Starts the job again later, unless that has failed too often. */
function restartLater(step: Step, reason: string, now: number): ReadPage {
  const failures = (step.place.failures ?? 0) + 1
  if (failures >= maxFailures) return giveUp(step, reason, now)
  return pageAt({ ...ofPiece(step.place), failures }, everyMs(step.rules) * failures)
}

/** The reason is stored first, so that a read that is resumed afterwards starts another job. */
const giveUp = ({ place, object }: Step, reason: string, now: number) =>
  pageAt({
    ...ofPiece(place),
    job: requireValue(place.job),
    reason: `The provider could not prepare ${object.displayName}: ${reason.replace(/\.+$/, '')}. Its job has the ID ${requireValue(place.job)}.`,
    endedAt: now,
  })

async function readPage(
  provider: DeclarativeProvider,
  client: ProviderClient,
  step: Step,
): Promise<ReadPage> {
  const { place, rules, list } = step
  const { paging, count } = { paging: rules.pages.paging, count: place.count }
  const page = await list(getPagesReading(step), place.page)
  const { next, incomplete, records, unreadable: left } = page
  const taken = {
    records,
    ...(left !== undefined && { unreadable: left }),
    ...(incomplete !== undefined && { incomplete }),
  }
  if (count === undefined || paging?.style !== 'page') {
    return { ...taken, ...following(step, next) }
  }
  const number = parsePieceNumber(place.page) ?? paging.start
  const isLast = number - paging.start + 1 >= count
  return {
    ...taken,
    ...following(step, isLast ? undefined : (next ?? JSON.stringify({ at: number + 1 }))),
  }
}

function parsePieceNumber(cursor: string | undefined): number | undefined {
  const position: unknown = cursor === undefined ? undefined : JSON.parse(cursor)
  const number = isMembers(position) ? Number(position['at']) : NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** Returns the position of the next page, or that of the next piece; nothing after the last one. */
function following({ place, piece }: Step, page: string | undefined): Pick<ReadPage, 'next'> {
  if (page !== undefined) return { next: JSON.stringify({ ...place, page }) }
  const number = place.piece ?? 0
  const current = piece(number)
  return current && !current.isLast ? { next: JSON.stringify({ piece: number + 1 }) } : {}
}

/** Returns how the pages of a job are read. */
function getPagesReading({ reading, rules: { pages }, place }: Step): Reading {
  const { window: _w, variants: _v, since: _s, until: _u, sql: _q, body: _b, ...own } = reading
  const { job: _j, query: _p, newestFirst: _n, total: _t, ...rest } = own
  const job = requireValue(place.job)
  const { path, query, format, records, paging, nullText } = pages
  return {
    ...rest,
    method: 'GET',
    path: path.replaceAll('{job}', () => pathStep(job)),
    ...(query && { query: fillJobQuery(query, place) }),
    records: records ?? reading.records,
    paging: paging ?? { style: 'none', whole: true },
    ...(format && format !== 'json' && { format }),
    ...(nullText !== undefined && { nullText }),
    ...(place.columns && { knownColumns: place.columns }),
  }
}

/** Replaces the ID of a job and its other values; a parameter without its value is not sent. */
function fillJobQuery(
  query: Record<string, string | number | boolean>,
  { job = '', values = {} }: Place,
): Record<string, string> {
  const all: Record<string, string> = { ...values, job }
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, text]) => {
      let isLacking = false
      const filled = String(text).replaceAll(/(?<!\{)\{(\w+)\}(?!\})/g, (_, one: string) => {
        isLacking ||= !Object.hasOwn(all, one)
        return all[one] ?? ''
      })
      return isLacking ? [] : [[name, filled]]
    }),
  )
}

/** Reads the next rows of a file by a range of bytes. A row that the range cuts is read again. */
async function readRange(
  provider: DeclarativeProvider,
  client: ProviderClient,
  step: Step,
): Promise<ReadPage> {
  const { place, rules, object } = step
  const { rangeBytes = 0 } = rules.pages
  const from = place.from ?? 0
  const pages = getPagesReading(step)
  const response = await client.request(
    buildPerAttempt(() => {
      const call = callJob(provider, client, { object, call: rules.pages, place })
      const range = `bytes=${from}-${from + rangeBytes - 1}`
      // A range of a compressed file cannot be decompressed.
      const headers = { ...call.headers, range, 'accept-encoding': 'identity' }
      return { ...call, headers, expectsText: true as const }
    }),
  )
  if (response.status === 202)
    throw unreadable(response, 'status 202 says that the file is not ready')
  const size = sizeOfFile(response)
  const isChanged = place.size !== undefined && (size ?? place.size) !== place.size
  const isBehind = response.status === 416 || response.status === 204
  if (isChanged || (isBehind && from > 0 && (place.size ?? size ?? from) !== from)) {
    return restartLater(step, 'its file changed while it was read', readClockMs())
  }
  if (isBehind) {
    // Nothing is left behind the last row, or the file is empty.
    const incomplete = from === 0 ? emptyFile : undefined
    return { records: [], ...following(step, undefined), ...(incomplete && { incomplete }) }
  }
  provider.refusals.check(response)
  const { text, isEnd: isLastPart } = takePart(response, from)
  const { rows, used, header, isFull } = await rowsIn(response, {
    ...{ text, isEnd: isLastPart, step },
  })
  const isEnd = isLastPart && !isFull
  if (used === 0 && !isEnd) {
    const message = `A record of the file is larger than ${rangeBytes} bytes.`
    throw new ProviderError('too-large', message)
  }
  const taken = await takeRecords(
    { ...response, body: rows },
    { ...withoutFormat(pages), records: '' },
  )
  const { records, unreadable: left } = taken
  const isBlank = from === 0 && text.trim() === ''
  const doubt = isBlank ? emptyFile : taken.doubt
  const page = {
    records,
    ...(left > 0 && { unreadable: left }),
    ...(doubt !== undefined && { incomplete: doubt }),
  }
  if (isEnd) return { ...page, ...following(step, undefined) }
  const end = from + Buffer.byteLength(text.slice(0, used))
  return {
    ...page,
    next: JSON.stringify({
      ...place,
      from: end,
      ...(header && { header }),
      ...(size !== undefined && { size }),
    }),
  }
}

const emptyFile = 'The file is empty, without the header or a record.'

/** Returns the size of a file by the range of a reply; undefined if it is unknown. */
function sizeOfFile({ headers }: ProviderResponse): number | undefined {
  const range = getReplyHeader(headers, 'content-range') ?? ''
  const [, total] = /^bytes \S+\/(\d+)$/.exec(range) ?? []
  return total === undefined ? undefined : Number(total)
}

function withoutFormat(reading: Reading): Reading {
  const { format: _, ...rest } = reading
  return rest
}

/** Returns the requested part of a file, whether or not the provider supports ranges. */
function takePart(response: ProviderResponse, from: number): { text: string; isEnd: boolean } {
  const { body, status, headers } = response
  const text = typeof body === 'string' ? body : isMembers(body) ? JSON.stringify(body) : undefined
  if (text === undefined) throw unreadable(response, 'it is not a text')
  if (status !== 206) {
    // A reply in place of the file, such as an error.
    if (Buffer.byteLength(text) < from) throw unreadable(response, 'it ends before the part')
    return { text: from === 0 ? text : Buffer.from(text).subarray(from).toString(), isEnd: true }
  }
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(getReplyHeader(headers, 'content-range') ?? '') ?? []
  if (Number(first) !== from) throw unreadable(response, 'it is another range of the file')
  const [, charset = 'utf-8'] =
    /charset\s*=\s*"?([^\s";]+)/i.exec(getReplyHeader(headers, 'content-type') ?? '') ?? []
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw unreadable(response, `parts of a file in ${charset.slice(0, 50)} cannot be read`)
  }
  return { text, isEnd: Number(last) + 1 === Number(total) }
}

async function rowsIn(
  response: ProviderResponse,
  { text, isEnd, step }: { text: string; isEnd: boolean; step: Step },
): Promise<TakenRows<unknown> & { header?: string[] }> {
  const { place, rules } = step
  if (rules.pages.format === 'jsonl') {
    return jsonLines(response, isEnd ? text : text.slice(0, text.lastIndexOf('\n') + 1))
  }
  if (!place.header && !looksLikeCsv(text)) throw unreadable(response, 'it is not CSV')
  const columns = place.header?.length ?? 0
  const { rows, used, isFull } = await csvRows(text, { isEnd, columns })
  if (isEnd && !isFull && used < text.length) {
    throw unreadable(response, 'the file ends within a value')
  }
  const header = place.header ?? rows[0] ?? []
  if (!place.header) checkHeader(response, getPagesReading(step), header)
  const values = place.header ? rows : rows.slice(1)
  const records = await csvRecords(header, values, rules.pages.nullText)
  return { rows: records, used, isFull, header }
}

function callJob(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    object,
    call: { method = 'GET', path, query },
    place,
  }: {
    object: ResolvedObject
    call: { method?: 'GET' | 'POST' | undefined; path: string; query?: JobRules['status']['query'] }
    place: Place
  },
) {
  const values = client.metadata
  const own = object.read?.headers ?? {}
  const job = requireValue(place.job)
  const filled = Object.entries(fillJobQuery(query ?? {}, place)).map(([name, value]) => [
    name,
    fillIn(value, values),
  ])
  return {
    method,
    path: object.base + fillIn(path, values, pathStep).replaceAll('{job}', () => pathStep(job)),
    query: Object.fromEntries(filled) as Record<string, string>,
    headers: {
      ...fillHeaders({ headers: provider.declaration.headers ?? {}, values }),
      ...fillHeaders({ headers: own, values }),
    },
  }
}
