import { createHash } from 'node:crypto'
import { ProviderError, type ProviderResponse } from '@platform/connector'
import { getReplyHeader, joinReplyHeader } from '../../reply-headers.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { PagingRules } from '../schema/paging-rules.ts'
import { isMembers } from '../../members.ts'
import { parseCount } from './parse-count.ts'
import { looksFull } from '../calls/usual-sizes.ts'

/** Position of a read, with which the next page is requested. Stored as the read's checkpoint. */
export interface Position {
  /**
   * A cursor, a URL, an offset, a page number or the last record's ID; absent for the first page.
   */
  at?: string | number
  /** Page size, if the position depends on it or it was reduced. */
  size?: number
  /** The previous position, to detect a provider that repeats it. */
  seen?: string
  /** Number of pages read before this one. */
  pages?: number
  /** Number of their records; absent if a previous version began the read. */
  found?: number
  /** Number of the current piece, if the list is read in pieces. */
  piece?: number
  /** Lowest total that a page has reported. */
  total?: number
  /** Number of consecutive empty pages. */
  empty?: number
  /** The last records of the previous page, which this one repeats, to detect shifts. */
  tail?: string[]
  /** How often they were missing. */
  lost?: number
  /** Reference position for cycle detection (Brent's algorithm). */
  mark?: string
  steps?: number
  lap?: number
  /** The page before this one may have been the last: only its size indicates that. */
  short?: true
  /** The page before this one said that there are more. */
  more?: true
}

const maxEmptyPages = 100
/** Number of consecutive empty pages of a numbered list that may hide records. */
const maxHoles = 10
/** Longer lists are considered endless: at 100 records per page, 100 million records. */
export const maxPages = 1_000_000
const maxCursorLength = 4_000

/** A received page. */
export interface Arrived {
  response: ProviderResponse
  /** All records of the page, including those of the previous one. */
  records: readonly { id: string }[]
  /** Number of items of the page, including those that are no records. */
  items?: number
  /** Number of new records. */
  fresh?: number
  /** Requested page size; undefined if the entry declares none. */
  size: number | undefined
  /** Total number of records, if the page reports it. */
  total?: number | undefined
}

/** Returns the position of the page after this one; undefined after the last one. */
export const nextPosition = (paging: PagingRules, before: Position, page: Arrived) =>
  pageAfter(paging, before, page).next

/** What follows a page. */
export interface PageAfter {
  /** Position of the next page; undefined after the last one. */
  next?: Position | undefined
  /** Why the read ends although the provider names a next page. */
  cut?: string
  /** The page repeats the previous one. */
  isRepeated?: true
}

/**
 * Returns what follows a page. A read ends if the pages cycle or do not advance, because a retry
 * returns the same. Throws `unavailable` for endless empty pages or too many pages.
 */
export function pageAfter(paging: PagingRules, before: Position, page: Arrived): PageAfter {
  const { response } = page
  const next = nextAt(paging, before, page)
  if (next === undefined || next === '') return {}
  if (next === unknownNext) {
    const place = 'from' in paging ? paging.from : ''
    return {
      cut: `The reply names a next page at ${place} in a form that is neither a cursor nor the URL of a page.`,
    }
  }
  if (String(next).length > maxCursorLength)
    throw endless('The cursor of the next page is too long.')

  const pages = (before.pages ?? 0) + 1
  if (pages >= maxPages) throw endless(`The list did not end after ${maxPages} pages.`)

  const empty = page.records.length === 0 ? (before.empty ?? 0) + 1 : 0
  if (empty > maxEmptyPages) throw endless('The list consists of empty pages without end.')

  const isKept = page.records.length === 0
  // Providers that ignore the position may return the page in another order.
  const ids = page.records.map(({ id }) => id).toSorted()
  const seen = isKept ? before.seen : hashMark(ids.join('\n'))
  if (seen !== undefined && seen === before.seen && !isKept && !standsStill(before, page)) {
    return { cut: 'The provider returned the same page again.', isRepeated: true }
  }
  const way = wayOn(before, next)
  if (!way) return { cut: 'The pages lead back to one that was read before.' }
  // Page numbers depend on the page size.
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
      ...(mayBeLast(paging, page) && { short: true as const }),
      ...(isNumbered(paging) &&
        signOfNextPage(paging, before, response) === true && { more: true as const }),
      ...makeTail(paging, before, page),
      ...way,
    },
  }
}

/** After this number of missing overlaps, a list is considered unordered. */
const maxLost = 5

/**
 * Returns how many records of a page the next one requests again. With offsets, a concurrent
 * deletion shifts later records, and one of them would be skipped.
 */
function countOverlap(paging: PagingRules, before: Position, page: Arrived): number {
  if (paging.style !== 'offset' || paging.from !== undefined) return 0
  const { records, size = records.length } = page
  if ((before.lost ?? 0) >= maxLost || standsStill(before, page)) return 0
  // Only an empty page after these is the end.
  const isRepeated = page.fresh === 0
  const isOnlyPage = before.at === undefined && mayBeLast(paging, page)
  if (isRepeated || isOnlyPage) return 0
  return Math.min(5, Math.ceil(size / 20), records.length - 1)
}

/**
 * Reports whether a provider that accepts only whole pages has returned the previous page again.
 */
const standsStill = ({ tail = [] }: Position, { records, fresh }: Arrived) =>
  fresh === 0 && tail.length > 0 && records.length > tail.length

function makeTail(
  paging: PagingRules,
  before: Position,
  page: Arrived,
): Pick<Position, 'tail' | 'lost'> {
  const overlap = countOverlap(paging, before, page)
  const lost = standsStill(before, page) ? maxLost : before.lost
  return {
    ...(overlap > 0 && { tail: page.records.slice(-overlap).map(({ id }) => id) }),
    ...(lost !== undefined && { lost }),
  }
}

/** Returns the records after the end of the previous page; undefined if that end is missing. */
export function behindTail<T extends { id: string }>(
  records: readonly T[],
  { tail }: Position,
): readonly T[] | undefined {
  if (!tail) return records
  const place = records.findLastIndex(({ id }) => tail.includes(id))
  return place < 0 ? undefined : records.slice(place + 1)
}

/**
 * Moves the position back by this number of records; undefined at the start of the list. Repeated
 * records are no sign of a cycle then.
 */
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

const hashMark = (text: string) => createHash('sha1').update(text).digest('base64url')

/** Detects a cycle of any length with one reference position: returns undefined within one. */
function wayOn(before: Position, next: string | number) {
  const { mark, steps = 0, lap = 1 } = before
  const here = hashMark(String(next))
  if (here === mark) return undefined
  return steps + 1 >= lap
    ? { mark: here, steps: 0, lap: lap * 2 }
    : { ...(mark !== undefined && { mark }), steps: steps + 1, lap }
}

/** A next page is named in a way that cannot be requested. */
const unknownNext = Symbol('unknown next page')
type Next = string | number | undefined | typeof unknownNext

const isNumbered = ({ style }: PagingRules) => style === 'page' || style === 'offset'

/**
 * Reports whether others follow a page of a numbered list, by a declared sign; undefined if the page has
 * none.
 */
export function signOfNextPage(
  paging: PagingRules,
  before: Position,
  { body }: ProviderResponse,
): boolean | undefined {
  const more = moreIn(paging, body)
  if (more !== undefined) return more === true || more === 'true' || more === 1
  if (paging.style !== 'page' || paging.last === undefined) return undefined
  const last = getAtDotPath(body, paging.last)
  if (typeof last === 'boolean') return !last
  const pages = parseCount(last)
  return pages === undefined ? undefined : pageNumber(paging, before) < pages
}

const pageNumber = (paging: PagingRules & { style: 'page' }, { at: place }: Position) =>
  Number(place ?? paging.start) - paging.start + 1

function nextAt(paging: PagingRules, before: Position, page: Arrived): Next {
  const { response, records, fresh = records.length } = page
  const { body } = response
  const found = page.items ?? records.length
  const saysMore = moreIn(paging, body)
  if (saysMore === false || saysMore === 'false' || saysMore === 0) return undefined
  // A list without a cursor ends where the provider reports the end, or with an empty page.
  // A total below the number of records is none, such as 0 for one that was not counted. On a full first page,
  // it may be the number of its own records.
  const mayEnd = before.at !== undefined || !isFull(page)
  const isWhole = mayEnd && page.total !== undefined && readWith(before, fresh) === page.total

  switch (paging.style) {
    case 'none':
      return undefined
    case 'cursor': {
      if (paging.last !== undefined && getAtDotPath(body, paging.last) === true) return undefined
      const cursor = paging.from.startsWith('header:')
        ? getReplyHeader(response.headers, paging.from.slice('header:'.length).toLowerCase())
        : getAtDotPath(body, paging.from)
      return cursorIn(cursor, paging.param)
    }
    case 'nextUrl': {
      const isLast = paging.last !== undefined && getAtDotPath(body, paging.last) === true
      const next = getAtDotPath(body, paging.from)
      if (isLast) return undefined
      if (paging.rel !== undefined) return nextInLinks(next, paging.rel, paging.param)
      return paging.param !== undefined && !isMembers(next) && !isPageAddress(next)
        ? cursorIn(next, paging.param)
        : address(next)
    }
    case 'linkHeader':
      return address(nextLink(joinReplyHeader(response.headers, 'link')))
    case 'lastId':
      if (isWhole) return undefined
      return paging.least ? findLeastId(records) : records.at(-1)?.id
    case 'offset': {
      const offset = Number(before.at ?? paging.start ?? 0)
      if (paging.from !== undefined) return cursorIn(getAtDotPath(body, paging.from), paging.param)
      const total =
        paging.total === undefined ? undefined : parseCount(getAtDotPath(body, paging.total))
      if (mayEnd && total !== undefined && offset - (paging.start ?? 0) + found === total) {
        return undefined
      }
      if (standsStill(before, page)) return offset + (before.tail?.length ?? 0)
      return isWhole || found === 0
        ? undefined
        : offset + found - countOverlap(paging, before, page)
    }
    case 'page': {
      const number = Number(before.at ?? paging.start)
      const last = paging.last === undefined ? undefined : getAtDotPath(body, paging.last)
      if (last === true) return undefined
      const pages = parseCount(last)
      // A page with records is not beyond the last one: its number is none, such as 0.
      if (pages !== undefined && pageNumber(paging, before) === pages) return undefined
      // Providers may hide all records of a page.
      const isHole = found === 0 && signOfNextPage(paging, before, response) === true
      if (isHole && (before.empty ?? 0) < maxHoles) return number + 1
      return isWhole || found === 0 ? undefined : number + 1
    }
  }
}

const moreIn = (paging: PagingRules, body: unknown) =>
  'more' in paging && paging.more !== undefined ? getAtDotPath(body, paging.more) : undefined

/** Returns the number of records up to this page; NaN if a previous version began the read. */
const readWith = (before: Position, fresh: number) =>
  before.at === undefined ? fresh : (before.found ?? NaN) + fresh

/** Reports whether a page of a list without a cursor has fewer records than a full one. */
function mayBeLast(paging: PagingRules, { response, records, items, size }: Arrived): boolean {
  const isCounted =
    paging.style === 'page' || paging.style === 'offset' || paging.style === 'lastId'
  if (!isCounted || moreIn(paging, response.body) !== undefined) return false
  return !isFull({ records, items, size })
}

function isFull({ records, items, size }: Pick<Arrived, 'records' | 'items' | 'size'>): boolean {
  const found = items ?? records.length
  return size === undefined ? looksFull(found) : found >= size
}

const textOrNumber = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? value
    : undefined

/** What some serializers write in place of no value. */
const isNone = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && /^\s*(?:|null|undefined)\s*$/i.test(value)) ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Returns a cursor: the value itself or, if it is a URL, the parameter in it. */
function cursorIn(value: unknown, param: string): Next {
  if (isNone(value)) return undefined
  const inner = isMembers(value) && Object.hasOwn(value, param) ? value[param] : value
  const isEmpty = isMembers(inner) && Object.values(inner).every((one) => isNone(one))
  if (isNone(inner) || isEmpty) return undefined
  const cursor = textOrNumber(inner)
  if (cursor === undefined) return unknownNext
  if (!isPageAddress(cursor)) return cursor
  return new URLSearchParams(cursor.slice(cursor.indexOf('?') + 1)).get(param) ?? cursor
}

/** Reports whether a value is the URL of a page: absolute, a path, a query, or relative to the list. */
export const isPageAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  ((/^https?:\/\//i.test(value) && URL.canParse(value)) ||
    /^(?:\/(?!\/)|\?\w)/.test(value) ||
    (value.length <= maxCursorLength && isRelative(value)))

const isRelative = (value: string) =>
  /^[\w.~-][\w.~%/-]*\?[^\s=]+=/.test(value) || /^\.{1,2}\/[\w.~%/-]+$/.test(value)

/** Returns the URL of a page; the client ensures that it stays at the provider's host. */
function address(value: unknown): Next {
  if (isNone(value) || typeof value === 'number') return undefined
  // A link in HAL, JSON:API and others is an object with its URL.
  const link = isMembers(value) ? (value['href'] ?? value['url'] ?? value['uri']) : value
  if (isMembers(value) && isNone(link) && Object.values(value).every((one) => isNone(one))) {
    return undefined
  }
  if (typeof link !== 'string') return unknownNext
  const url = link.trim()
  const isPath = /^[\w.~-]+(?:\/[\w.~%-]+)+\/?$/.test(url)
  const found = isPath ? `./${url}` : url
  if (isPageAddress(found)) return found
  throw endless('The URL of the next page is invalid.')
}

const findLeastId = (records: Arrived['records']): string | undefined =>
  records
    .map(({ id }) => id)
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .at(0)

/** Returns what follows by the next page's link of a list of links: its URL, or a parameter of it. */
function nextInLinks(links: unknown, rel: string, param: string | undefined): Next {
  if (!Array.isArray(links)) return isNone(links) ? undefined : unknownNext
  const next: unknown = links.find((one: unknown) => isMembers(one) && one['rel'] === rel)
  if (!isMembers(next)) return undefined
  return param === undefined ? address(next['href']) : cursorIn(next['href'], param)
}

/** Reports whether the link leads to a page without results, which Sentry names at the end of lists. */
const isEmptyLink = (parameters: string) =>
  /;\s{0,9}results\s{0,9}=\s{0,9}"?false\b/i.test(parameters)

/** Returns the target of `rel="next"` in a Link header (RFC 8288); empty if that page is. */
export function nextLink(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 16_000) return undefined
  for (let from = header.indexOf('<'); from >= 0; from = header.indexOf('<', from)) {
    const to = header.indexOf('>', from)
    if (to < 0) return undefined
    const end = header.indexOf('<', to)
    const parameters = header.slice(to + 1, end < 0 ? undefined : end)
    if (isNextLink(parameters)) return isEmptyLink(parameters) ? '' : header.slice(from + 1, to)
    if (end < 0) return undefined
    from = end
  }
  return undefined
}

/** A link may have several relations, in quotes of either kind. */
export const isNextLink = (parameters: string): boolean =>
  /;\s{0,9}rel\s{0,9}=\s{0,9}(?:next\b|"(?:[^"]{0,200}\s)?next[\s"]|'(?:[^']{0,200}\s)?next[\s'])/i.test(
    parameters,
  )
