import type { ProviderResponse } from '@platform/connector'
import { getReplyHeader, joinReplyHeader } from '../../reply-headers.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { PagingRules } from '../schema/paging-rules.ts'
import { wayOn } from '../../lap.ts'
import { isMembers } from '../../members.ts'
import {
  address,
  cursorIn,
  endless,
  isPageAddress,
  maxCursorLength,
  nextInLinks,
  nextLink,
  textOrNumber,
  unknownNext,
  type Next,
} from './next-links.ts'
import { parseCount } from './parse-count.ts'
import type { Arrived, Position } from './position-state.ts'
import {
  hashMark,
  isFullPage,
  isShrunk,
  maxLost,
  noteCounts,
  notOnPrevious,
  readWith,
} from './shifts.ts'
import { looksFull } from '../calls/usual-sizes.ts'
import { readYesOrNo } from '../calls/yes-or-no.ts'

const maxEmptyPages = 100
/** Number of consecutive empty pages of a numbered list that may hide records. */
const maxHoles = 10
/** Longer lists are considered endless: at 100 records per page, 100 million records. */
export const maxPages = 1_000_000

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
 * returns the same. Throws `unavailable` for too many pages.
 */
export function pageAfter(paging: PagingRules, last: Position, page: Arrived): PageAfter {
  const { response } = page
  // What was read includes records that are gone, and no longer shows the end.
  const before: Position = isShrunk(last, page) ? { ...last, found: undefined } : last
  if (isBehindAll(before, page)) return {}
  const next = nextAt(paging, before, page)
  if (next === undefined || next === '') return {}
  if (hasCaughtUp(paging, before, { page, next })) return { isRepeated: true }
  if (next === unknownNext) {
    if (paging.style === 'lastId') {
      return { cut: `The last record has no ${paging.by}, at which the next page begins.` }
    }
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
  if (empty > maxEmptyPages) {
    return { cut: `The provider names a next page after each of ${maxEmptyPages} empty ones.` }
  }

  const isKept = page.records.length === 0
  // Providers that ignore the position may return the page in another order.
  const ids = page.records.map(({ id }) => id).toSorted()
  const seen = isKept ? before.seen : hashMark(ids.join('\n'))
  const isStill = isKept || standsStill(before, page)
  if (seen !== undefined && seen === before.seen && !isStill) {
    return { cut: 'The provider returned the same page again.', isRepeated: true }
  }
  // One record may be in a list several times, but not several together.
  const isMarked = seen !== undefined && !isStill && ids.length > 1
  if (isMarked && seen === before.first) return { cut: leadsBack, isRepeated: true }
  const contents = isMarked ? wayOn(before.contents ?? {}, seen) : before.contents
  if (isMarked && !contents) return { cut: leadsBack, isRepeated: true }
  const way = wayOn(before, hashMark(String(next)))
  if (!way) return { cut: leadsBack }
  // Page numbers depend on the page size.
  const size = before.size ?? (paging.style === 'page' ? page.size : undefined)
  const found =
    before.at === undefined
      ? (page.fresh ?? page.records.length)
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
      ...((before.first ?? (isMarked ? seen : undefined)) !== undefined && {
        first: before.first ?? seen,
      }),
      ...(empty > 0 && { empty }),
      ...(mayBeLast(paging, page) && { short: true as const }),
      ...(isNumbered(paging) &&
        signOfNextPage(paging, before, response) === true && { more: true as const }),
      ...makeTail(paging, before, page),
      ...way,
      ...(contents && { contents }),
      ...noteCounts(paging, before, page),
    },
  }
}

/** Reports whether a page is empty after as many records as the provider counts. */
function isBehindAll(before: Position, page: Arrived): boolean {
  const { records, items = records.length, total, counted = total } = page
  return items === 0 && before.at !== undefined && counted !== undefined && before.found === counted
}

/**
 * Reports whether a page has only the end of the previous one, and names itself as the next one: a list that is
 * continued at a time, or at an ID that belongs to the next page as well, ends that way.
 */
function hasCaughtUp(
  paging: PagingRules,
  before: Position,
  { page, next }: { page: Arrived; next: Next },
): boolean {
  const { records } = page
  const isSame = paging.style === 'lastId' || String(next) === String(before.at)
  if (!before.latest || isNumbered(paging) || !isSame || records.length === 0) return false
  return records.length < before.latest.length && notOnPrevious(records, before).length === 0
}

const leadsBack = 'The pages lead back to one that was read before.'

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
  const more = readYesOrNo(moreIn(paging, body))
  if (more !== undefined) return more
  if (paging.style !== 'page' || paging.last === undefined) return undefined
  const last = getAtDotPath(body, paging.last)
  const isLast =
    typeof last === 'number' || parseCount(last) !== undefined ? undefined : readYesOrNo(last)
  if (isLast !== undefined) return !isLast
  const pages = parseCount(last)
  return pages === undefined ? undefined : pageNumber(paging, before) < pages
}

const pageNumber = (paging: PagingRules & { style: 'page' }, { at: place }: Position) =>
  Number(place ?? paging.start) - paging.start + 1

function nextAt(paging: PagingRules, before: Position, page: Arrived): Next {
  const { response, records, fresh = records.length } = page
  const { body } = response
  const found = page.items ?? records.length
  if (readYesOrNo(moreIn(paging, body)) === false) return undefined
  // A list without a cursor ends where the provider reports the end, or with an empty page.
  // A total below the number of records is none, such as 0 for one that was not counted. On a full first page,
  // it may be the number of its own records.
  // Some providers count up to a round number.
  const mayEnd = !isFullPage(page) || (before.at !== undefined && !looksFull(page.total ?? 0))
  const isWhole = mayEnd && page.total !== undefined && readWith(before, fresh) === page.total

  switch (paging.style) {
    case 'none':
      return undefined
    case 'cursor': {
      if (isMarkedLast(paging.last, body)) return undefined
      const cursor = paging.from.startsWith('header:')
        ? getReplyHeader(response.headers, paging.from.slice('header:'.length).toLowerCase())
        : getAtDotPath(body, paging.from)
      return cursorIn(cursor, paging.param)
    }
    case 'nextUrl': {
      if (isMarkedLast(paging.last, body)) return undefined
      const next = getAtDotPath(body, paging.from)
      if (paging.rel !== undefined) return nextInLinks(next, paging.rel, paging.param)
      return paging.param !== undefined && !isMembers(next) && !isPageAddress(next)
        ? cursorIn(next, paging.param)
        : address(next)
    }
    case 'linkHeader':
      return address(nextLink(joinReplyHeader(response.headers, 'link')))
    case 'lastId':
      if (isWhole) return undefined
      if (paging.by !== undefined) return findLastValue(records, paging.by)
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
      if (isMarkedLast(paging.last, body)) return undefined
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

/** Reports whether a reply has a yes, in any form but a number, where the entry declares it for the last page. */
function isMarkedLast(place: string | undefined, body: unknown): boolean {
  const last = place === undefined ? undefined : getAtDotPath(body, place)
  return typeof last !== 'number' && !/^\s*\d/.test(String(last)) && readYesOrNo(last) === true
}

const moreIn = (paging: PagingRules, body: unknown) =>
  'more' in paging && paging.more !== undefined ? getAtDotPath(body, paging.more) : undefined

/** Reports whether a page of a list without a cursor has fewer records than a full one. */
function mayBeLast(paging: PagingRules, { response, records, items, size }: Arrived): boolean {
  const isCounted =
    paging.style === 'page' || paging.style === 'offset' || paging.style === 'lastId'
  if (!isCounted || readYesOrNo(moreIn(paging, response.body)) !== undefined) return false
  return !isFullPage({ records, items, size })
}

/** A record without the value ends no list. */
function findLastValue(records: Arrived['records'], place: string): Next {
  const last = records.at(-1)
  return last && (textOrNumber(getAtDotPath(last.raw, place)) ?? unknownNext)
}

const findLeastId = (records: Arrived['records']): string | undefined =>
  records
    .map(({ id }) => id)
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .at(0)
