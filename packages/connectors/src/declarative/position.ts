import { createHash } from 'node:crypto'
import { ProviderError, type ProviderResponse } from '@platform/connector'
import { headerOf } from '../reply-headers.ts'
import { at } from './dot-path.ts'
import type { PagingRules } from './entry.ts'
import { isMembers } from '../members.ts'
import { looksFull } from './usual-sizes.ts'

/** Where a read is: what the next page is asked for with. It is stored as the read's checkpoint. */
export interface Position {
  /** A cursor, an address, an offset, a page's number, the last record's ID; none for the first page. */
  at?: string | number
  /** How many records a page has: where the place hangs on it, and once fewer than usual are asked for. */
  size?: number
  /** The page before was this one, so that a provider which gives it again is noticed. */
  seen?: string
  /** How many pages were read before this one. */
  pages?: number
  /** How many records they had; absent where a version before this one has begun the read. */
  found?: number
  /** Which piece of the list it is in, where the list is read in pieces. */
  piece?: number
  /** The least number of all records that a page has reported. */
  total?: number
  /** Empty pages in a row. */
  empty?: number
  /** The last records of the page before, which this one gives again: so that drift is noticed. */
  tail?: string[]
  /** How often that was not there. */
  lost?: number
  /** Marks the way, so that one which goes round is left: Brent's algorithm. */
  mark?: string
  steps?: number
  lap?: number
}

const mostEmptyPages = 100
/** A list that is longer has no end: at 100 records a page, a hundred million of them. */
export const mostPages = 1_000_000
const longestCursor = 4_000

/** A page as it came. */
export interface Arrived {
  response: ProviderResponse
  /** All that the page has, also what the one before had. */
  records: readonly { id: string }[]
  /** How many of them are new. */
  fresh?: number
  /** Requested page size; undefined if the entry declares none. */
  size: number | undefined
  /** How many records there are in all, where the page reports it. */
  total?: number | undefined
}

/** Where the page after this one begins; undefined after the last one. */
export const nextPosition = (paging: PagingRules, before: Position, page: Arrived) =>
  pageAfter(paging, before, page).next

/** What follows a page. */
export interface PageAfter {
  /** Where the next page begins; undefined after the last one. */
  next?: Position | undefined
  /** Why the read ends although the provider names a next page. */
  cut?: string
  /** The page is the one before it once more. */
  isRepeated?: true
}

/**
 * Returns what follows a page. A read ends where the pages go round or stand still: asking again shows
 * the same.
 *
 * Throws `unavailable` when the pages hold nothing without end or are too many.
 */
export function pageAfter(paging: PagingRules, before: Position, page: Arrived): PageAfter {
  const next = nextAt(paging, before, page)
  if (next === undefined || next === '') return {}
  if (String(next).length > longestCursor) throw endless('The cursor of the next page is too long.')

  const pages = (before.pages ?? 0) + 1
  if (pages >= mostPages) throw endless(`The list did not end after ${mostPages} pages.`)

  const empty = page.records.length === 0 ? (before.empty ?? 0) + 1 : 0
  if (empty > mostEmptyPages) throw endless('The list consists of empty pages without end.')

  const isKept = page.records.length === 0
  const seen = isKept ? before.seen : markOf(page.records.map(({ id }) => id).join('\n'))
  if (seen !== undefined && seen === before.seen && !isKept && !standsStill(before, page)) {
    return { cut: 'The provider returned the same page again.', isRepeated: true }
  }
  const way = wayOn(before, next)
  if (!way) return { cut: 'The pages lead back to one that was read before.' }
  // Pages that are numbered are so by their size.
  const size = before.size ?? (paging.style === 'page' ? page.size : undefined)
  const found =
    before.at === undefined
      ? page.records.length
      : before.found === undefined
        ? undefined
        : before.found + (page.fresh ?? page.records.length)
  return {
    next: {
      at: next,
      pages,
      ...(found !== undefined && { found }),
      ...(page.total !== undefined && { total: Math.min(page.total, before.total ?? Infinity) }),
      ...(page.total === undefined && before.total !== undefined && { total: before.total }),
      ...(size !== undefined && { size }),
      ...(seen !== undefined && { seen }),
      ...(empty > 0 && { empty }),
      ...tailOf(paging, before, page),
      ...way,
    },
  }
}

/** A list that never gives again what it gave has no order that could be kept to. */
const mostLost = 5

/**
 * How many records of a page the next one asks for again. Where records are skipped by their number, one
 * that is deleted meanwhile moves those behind it, and one of them would never be met.
 */
function overlapOf(paging: PagingRules, before: Position, page: Arrived): number {
  if (paging.style !== 'offset' || paging.from !== undefined) return 0
  const { records, size = records.length } = page
  if ((before.lost ?? 0) >= mostLost || standsStill(before, page)) return 0
  return Math.min(5, Math.ceil(size / 20), records.length - 1)
}

/** Whether a provider that takes whole pages only has given the page before again. */
const standsStill = ({ tail = [] }: Position, { records, fresh }: Arrived) =>
  fresh === 0 && tail.length > 0 && records.length > tail.length

function tailOf(
  paging: PagingRules,
  before: Position,
  page: Arrived,
): Pick<Position, 'tail' | 'lost'> {
  const overlap = overlapOf(paging, before, page)
  const lost = standsStill(before, page) ? mostLost : before.lost
  return {
    ...(overlap > 0 && { tail: page.records.slice(-overlap).map(({ id }) => id) }),
    ...(lost !== undefined && { lost }),
  }
}

/** Those of a page that follow what the page before ended with; undefined when none of that is there. */
export function behindTail<T extends { id: string }>(
  records: readonly T[],
  { tail }: Position,
): readonly T[] | undefined {
  if (!tail) return records
  const place = records.findLastIndex(({ id }) => tail.includes(id))
  return place < 0 ? undefined : records.slice(place + 1)
}

/** So many records earlier; undefined where a list begins. What is met again is no sign of a cycle. */
export function earlier(
  paging: PagingRules,
  { at: place, pages, size, tail, found, total }: Position,
  records: number,
): Position | undefined {
  const start = paging.style === 'offset' ? (paging.start ?? 0) : 0
  const from = Number(place ?? start)
  if (from <= start) return undefined
  return {
    at: Math.max(start, from - records),
    ...(pages !== undefined && { pages }),
    ...(found !== undefined && { found }),
    ...(total !== undefined && { total }),
    ...(size !== undefined && { size }),
    ...(tail && { tail }),
  }
}

const endless = (message: string) =>
  new ProviderError('unavailable', message, { code: 'ENDLESS_PAGING' })

const markOf = (text: string) => createHash('sha1').update(text).digest('base64url')

/** Notices a cycle of any length with one mark, however many pages there are: undefined within one. */
function wayOn(before: Position, next: string | number) {
  const { mark, steps = 0, lap = 1 } = before
  const here = markOf(String(next))
  if (here === mark) return undefined
  return steps + 1 >= lap
    ? { mark: here, steps: 0, lap: lap * 2 }
    : { ...(mark !== undefined && { mark }), steps: steps + 1, lap }
}

function nextAt(paging: PagingRules, before: Position, page: Arrived): string | number | undefined {
  const { response, records, size, fresh = records.length } = page
  const { body } = response
  const found = records.length
  const saysMore = 'more' in paging && paging.more !== undefined ? at(body, paging.more) : undefined
  if (saysMore === false || saysMore === 'false' || saysMore === 0) return undefined

  switch (paging.style) {
    case 'none':
      return undefined
    case 'cursor': {
      if (paging.last !== undefined && at(body, paging.last) === true) return undefined
      const cursor = paging.from.startsWith('header:')
        ? headerOf(response.headers, paging.from.slice('header:'.length).toLowerCase())
        : at(body, paging.from)
      return cursorIn(cursor, paging.param)
    }
    case 'nextUrl': {
      const isLast = paging.last !== undefined && at(body, paging.last) === true
      const next = at(body, paging.from)
      if (isLast) return undefined
      return paging.param !== undefined && !isPageAddress(next)
        ? cursorIn(next, paging.param)
        : address(next)
    }
    case 'linkHeader':
      return address(nextLink(headerOf(response.headers, 'link')))
    case 'lastId': {
      return isLastOf(found, size, saysMore, undefined) ? undefined : records.at(-1)?.id
    }
    case 'offset': {
      const offset = Number(before.at ?? paging.start ?? 0)
      if (paging.from !== undefined) return textOrNumber(at(body, paging.from))
      const total = paging.total === undefined ? undefined : Number(at(body, paging.total))
      if (total !== undefined && offset - (paging.start ?? 0) + found >= total) return undefined
      if (standsStill(before, page)) return offset + (before.tail?.length ?? 0)
      return fresh === 0 || isLastOf(found, size, saysMore, total)
        ? undefined
        : offset + found - overlapOf(paging, before, page)
    }
    case 'page': {
      const number = Number(before.at ?? paging.start)
      const last = paging.last === undefined ? undefined : at(body, paging.last)
      if (last === true) return undefined
      const pages = last === undefined || last === false || last === null ? undefined : Number(last)
      if (pages !== undefined && number - paging.start + 1 >= pages) return undefined
      return found === 0 || isLastOf(found, size, saysMore, pages) ? undefined : number + 1
    }
  }
}

/**
 * Where the reply does not show the end, a page that is not full is the last one. One with a usual page
 * size is full: the provider returns fewer records than were asked for.
 */
const isLastOf = (found: number, size: number | undefined, saysMore: unknown, shownEnd: unknown) =>
  saysMore === undefined &&
  shownEnd === undefined &&
  size !== undefined &&
  found < size &&
  !looksFull(found)

const textOrNumber = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? value
    : undefined

/** A cursor: the value itself or, where the provider gives an address, the parameter in it. */
function cursorIn(value: unknown, param: string): string | number | undefined {
  const cursor = textOrNumber(isMembers(value) ? value[param] : value)
  if (!isPageAddress(cursor)) return cursor
  return new URLSearchParams(cursor.slice(cursor.indexOf('?') + 1)).get(param) ?? cursor
}

/** Whether a value is the address of a page: a whole one, a path, or a query. */
export const isPageAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  ((/^https?:\/\//i.test(value) && URL.canParse(value)) || /^(?:\/(?!\/)|\?\w)/.test(value))

/** The address of a page, which the client keeps at the provider's own host. */
function address(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (!isPageAddress(value)) throw endless('The URL of the next page is invalid.')
  return value
}

/** The target of `rel="next"` in a Link header (RFC 8288). */
function nextLink(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 16_000) return undefined
  for (let from = header.indexOf('<'); from >= 0; from = header.indexOf('<', from)) {
    const to = header.indexOf('>', from)
    if (to < 0) return undefined
    const end = header.indexOf('<', to)
    const parameters = header.slice(to + 1, end < 0 ? undefined : end)
    if (/;\s{0,9}rel\s{0,9}=\s{0,9}"?next\b/i.test(parameters)) return header.slice(from + 1, to)
    if (end < 0) return undefined
    from = end
  }
  return undefined
}
