import { hash } from 'node:crypto'
import type { ProviderResponse } from '@platform/connector'
import { getAtDotPath } from '../calls/dot-path.ts'
import { looksFull } from '../calls/usual-sizes.ts'
import type { PagingRules } from '../schema/paging-rules.ts'
import { parseCount } from './parse-count.ts'
import type { Arrived, Position } from './position-state.ts'

/** After this number of missing overlaps, a list is considered unordered. */
export const maxLost = 5

/** Returns the number of records up to this page; NaN if a previous version began the read. */
export const readWith = (before: Position, fresh: number) =>
  before.at === undefined ? fresh : (before.found ?? NaN) + fresh

/** Reports whether a page has as many records as one can have. */
export function isFullPage({
  records,
  items,
  size,
}: Pick<Arrived, 'records' | 'items' | 'size'>): boolean {
  const found = items ?? records.length
  return size === undefined ? looksFull(found) : found >= size
}

export const hashMark = (text: string) => hash('sha1', text, 'base64url')

/** Number of records of a page that the next one is compared with. */
const maxLatest = 200

const hashId = (id: string) => hashMark(id).slice(0, 8)

/** Returns what later pages of the list are compared with. */
export function noteCounts(
  paging: PagingRules,
  before: Position,
  page: Arrived,
): Pick<
  Position,
  'counted' | 'lastPage' | 'latest' | 'envelope' | 'moved' | 'unsorted' | 'isPlaced'
> {
  const counted = countedBy(before, page)
  const lastPage = lastPageBy(paging, page.response)
  const isShorter =
    lastPage !== undefined && before.lastPage !== undefined && lastPage < before.lastPage
  const isFewer = paging.style === 'page' && isShrunk(before, page)
  const envelope = before.envelope ?? (page.records.length > 0 ? page.envelope : undefined)
  return {
    ...(counted !== undefined && { counted }),
    ...((paging.style !== 'offset' || counted !== undefined) &&
      page.records.length > 0 && {
        latest: page.records.slice(-maxLatest).map(({ id }) => hashId(id)),
      }),
    ...(lastPage !== undefined && { lastPage }),
    ...(envelope && { envelope }),
    ...noteOrder(paging, before, page),
    ...(before.moved !== undefined && { moved: before.moved }),
    ...(paging.style === 'page' && isMixed(before, page) && { moved: mixed }),
    ...((isShorter || isFewer) && { moved: shrunk }),
  }
}

const shrunk =
  'The list became shorter while its pages were read, so later records may have moved to pages that were read before.'

const mixed =
  'A page repeats records of the previous one among others, so the order of the list changes between pages, and records may be missing.'

/**
 * Reports whether a page repeats records of the previous one other than at its start, to which new records
 * move them.
 */
function isMixed({ latest }: Position, { records }: Arrived): boolean {
  if (!latest) return false
  const previous = new Set(latest)
  const isKnown = ({ id }: { id: string }) => previous.has(hashId(id))
  const firstNew = records.findIndex((record) => !isKnown(record))
  return firstNew >= 0 && records.slice(firstNew).some(isKnown)
}

/**
 * Notes whether a full page has numbers as IDs in no order. Then only a list that is continued behind a record,
 * and not with higher or lower IDs, is whole: its pages have both.
 */
function noteOrder(
  paging: PagingRules,
  before: Position,
  page: Arrived,
): Pick<Position, 'unsorted' | 'isPlaced'> {
  const ids = page.records.map(({ id }) => id)
  if (paging.style !== 'lastId' || paging.least || paging.by !== undefined) return {}
  if (!ids.every((id) => /^\d{1,30}$/.test(id))) return { isPlaced: true }
  const numbers = ids.map(BigInt)
  const goes = (up: boolean) =>
    numbers.every((id, n) => n === 0 || id === numbers[n - 1] || id > (numbers[n - 1] ?? 0n) === up)
  const isUnsorted = before.unsorted || (isFullPage(page) && !goes(true) && !goes(false))
  const at = /^\d{1,30}$/.test(String(before.at)) ? BigInt(String(before.at)) : undefined
  const hasBoth = at !== undefined && numbers.some((id) => id > at) && numbers.some((id) => id < at)
  return {
    ...(isUnsorted && { unsorted: true as const }),
    ...((before.isPlaced || hasBoth) && { isPlaced: true as const }),
  }
}

const unsorted =
  'The list is not in the order of its IDs, and its pages are continued at an ID, so records may be missing.'

/** Returns why records may have moved before this last page. */
export function whyMoved(paging: PagingRules, before: Position, page: Arrived): string | undefined {
  const noted = noteCounts(paging, before, page)
  return noted.moved ?? (noted.unsorted && !noted.isPlaced ? unsorted : undefined)
}

/** Returns the number of records that a page reports, unless more have been read. */
function countedBy(before: Position, page: Arrived): number | undefined {
  const { total, counted = total, records, fresh = records.length } = page
  // Some providers count the records of the page.
  const isOfPage = before.at === undefined && isFullPage(page) && counted === records.length
  const isTooFew = counted === undefined || counted < (readWith(before, fresh) || 0)
  return isTooFew || isOfPage ? undefined : counted
}

function lastPageBy(paging: PagingRules, { body }: ProviderResponse): number | undefined {
  if (paging.style !== 'page' || paging.last === undefined) return undefined
  return parseCount(getAtDotPath(body, paging.last)) || undefined
}

/** Reports whether the list has fewer records than at the previous page: some that were read are gone. */
export function isShrunk(before: Position, page: Arrived): boolean {
  const counted = countedBy(before, page)
  return counted !== undefined && before.counted !== undefined && counted < before.counted
}

/**
 * Returns the position of the previous numbered page, if deletions have moved records of this one to it;
 * undefined if none have, or it is not known how far.
 */
export function behindDeletion(
  paging: PagingRules,
  before: Position,
  page: Arrived,
): Position | undefined {
  const { latest, lost = 0, counted = 0, found = Infinity, pages, size } = before
  // Without content, a page does not say that there are fewer.
  const isSilent = page.records.length === 0 && !page.envelope && found < counted
  const number = Number(before.at)
  const gone = counted - (countedBy(before, page) ?? counted)
  const isClose = latest !== undefined && gone <= Math.min(latest.length, maxLatest - 1)
  if (!(isSilent || isShrunk(before, page)) || lost >= maxLost || !isClose) return undefined
  if (paging.style !== 'page' || number <= paging.start) return undefined
  return {
    at: number - 1,
    latest,
    lost: lost + 1,
    ...(!isSilent && { counted: counted - gone }),
    ...(pages !== undefined && { pages }),
    ...(size !== undefined && { size }),
    ...(before.envelope && { envelope: before.envelope }),
  }
}

/** Returns the records after those at the start of a page that were on the previous one. */
export function behindRepeats<T extends { id: string }>(
  { style }: PagingRules,
  records: readonly T[],
  { latest }: Position,
): readonly T[] {
  if (!latest || style === 'offset') return records
  const previous = new Set(latest)
  const first = records.findIndex(({ id }) => !previous.has(hashId(id)))
  return first < 0 ? [] : records.slice(first)
}

/** Returns the records of a page that were not on the previous one. */
export function notOnPrevious<T extends { id: string }>(
  records: readonly T[],
  { latest }: Position,
): readonly T[] {
  if (!latest) return records
  const previous = new Set(latest)
  return records.filter(({ id }) => !previous.has(hashId(id)))
}
