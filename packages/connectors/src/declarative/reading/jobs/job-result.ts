import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderResponse,
  type ReadPage,
} from '@platform/connector'
import { getReplyHeader } from '../../../reply-headers.ts'
import { isMembers } from '../../../members.ts'
import { requireValue } from '../../../require-value.ts'
import { pickLeftOut } from '../below.ts'
import { csvRecords, csvRows, type TakenRows } from '../csv.ts'
import { unreadable } from '../../calls/errors.ts'
import type { DeclarativeProvider } from '../../provider.ts'
import { checkHeader, jsonLines, looksLikeCsv, takeRecords } from '../records.ts'
import type { Reading } from '../../calls/resolve.ts'
import { pathStep } from '../../calls/templates.ts'
import { readClockMs } from '../../../clock.ts'
import { type JobStep, restartLater, fillJobQuery, callJob } from './job-step.ts'

export async function readJobPage(
  provider: DeclarativeProvider,
  client: ProviderClient,
  step: JobStep,
): Promise<ReadPage> {
  const { place, rules, list } = step
  const { paging, count } = { paging: rules.pages.paging, count: place.count }
  const page = await list(getPagesReading(step), place.page)
  const { next, incomplete, records, unreadable: left } = page
  const taken = {
    records,
    ...(left !== undefined && { unreadable: left }),
    ...pickLeftOut(page),
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
function following({ place, piece }: JobStep, page: string | undefined): Pick<ReadPage, 'next'> {
  if (page !== undefined) return { next: JSON.stringify({ ...place, page }) }
  const number = place.piece ?? 0
  const current = piece(number)
  return current && !current.isLast ? { next: JSON.stringify({ piece: number + 1 }) } : {}
}

/** Returns how the pages of a job are read. */
function getPagesReading({ reading, rules: { pages }, place }: JobStep): Reading {
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

/** Reads the next rows of a file by a range of bytes. A row that the range cuts is read again. */
export async function readJobRange(
  provider: DeclarativeProvider,
  client: ProviderClient,
  step: JobStep,
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
  { text, isEnd, step }: { text: string; isEnd: boolean; step: JobStep },
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
