import { createHash } from 'node:crypto'
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

export const hashMark = (text: string) => createHash('sha1').update(text).digest('base64url')

/** Number of records of a page that the next one is compared with. */
const maxLatest = 200

const hashId = (id: string) => hashMark(id).slice(0, 8)

/** Returns what later pages of the list are compared with. */
export function noteCounts(
  paging: PagingRules,
  before: Position,
  page: Arrived,
): Pick<Position, 'counted' | 'lastPage' | 'latest' | 'envelope' | 'moved'> {
  const counted = countedBy(before, page)
  const lastPage = lastPageBy(paging, page.response)
  const isShorter =
    lastPage !== undefined && before.lastPage !== undefined && lastPage < before.lastPage
  const isFewer = paging.style === 'page' && isShrunk(before, page)
  const envelope = before.envelope ?? (page.records.length > 0 ? page.envelope : undefined)
  return {
    ...(counted !== undefined && {
      counted,
      latest: page.records.slice(-maxLatest).map(({ id }) => hashId(id)),
    }),
    ...(lastPage !== undefined && { lastPage }),
    ...(envelope && { envelope }),
    ...(before.moved !== undefined && { moved: before.moved }),
    ...((isShorter || isFewer) && { moved: shrunk }),
  }
}

const shrunk =
  'The list became shorter while its pages were read, so later records may have moved to pages that were read before.'

/** Returns why records may have moved before this last page. */
export const whyMoved = (paging: PagingRules, before: Position, page: Arrived) =>
  noteCounts(paging, before, page).moved

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

/** Returns the records of a page that were not on the previous one. */
export function notOnPrevious<T extends { id: string }>(
  records: readonly T[],
  { latest }: Position,
): readonly T[] {
  if (!latest) return records
  const previous = new Set(latest)
  return records.filter(({ id }) => !previous.has(hashId(id)))
}
