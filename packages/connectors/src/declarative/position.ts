import { createHash } from 'node:crypto'
import { ProviderError, type ProviderResponse } from '@platform/connector'
import { headerOf } from '../reply-headers.ts'
import { at } from './dot-path.ts'
import type { Paging } from './entry.ts'

/** Where a read is: what the next page is asked for with. It is stored as the read's checkpoint. */
export interface Position {
  /** A cursor, an address, an offset, a page's number, the last record's ID; none for the first page. */
  at?: string | number
  /** How many records a page has: where the place hangs on it, and once fewer than usual are asked for. */
  size?: number
  /** The page before was this one, so that a provider which gives it again is noticed. */
  seen?: string
  /** Empty pages in a row. */
  empty?: number
  /** Marks the way, so that one which goes round is left: Brent's algorithm. */
  mark?: string
  steps?: number
  lap?: number
}

const mostEmptyPages = 100
const longestCursor = 4_000

/** A page as it came. */
export interface Arrived {
  response: ProviderResponse
  records: readonly { id: string }[]
  /** What the page was asked for with; undefined when the entry does not say how. */
  size: number | undefined
}

/**
 * Where the page after this one begins; undefined after the last one.
 *
 * Throws `unavailable` when the pages go round, stand still or hold nothing without end.
 */
export function nextPosition(
  paging: Paging,
  before: Position,
  page: Arrived,
): Position | undefined {
  const next = nextAt(paging, before, page)
  if (next === undefined || next === '') return undefined
  if (String(next).length > longestCursor) throw endless('The cursor of the next page is too long.')

  const empty = page.records.length === 0 ? (before.empty ?? 0) + 1 : 0
  if (empty > mostEmptyPages) throw endless('There are only empty pages, without end.')

  const seen =
    page.records.length === 0 ? before.seen : markOf(page.records.map(({ id }) => id).join('\n'))
  if (seen !== undefined && seen === before.seen && page.records.length > 0) {
    throw endless('The provider gives the same page again and again.')
  }
  // Pages that are numbered are so by their size.
  const size = before.size ?? (paging.style === 'page' ? page.size : undefined)
  return {
    at: next,
    ...(size !== undefined && { size }),
    ...(seen !== undefined && { seen }),
    ...(empty > 0 && { empty }),
    ...wayOn(before, next),
  }
}

const endless = (message: string) =>
  new ProviderError('unavailable', message, { code: 'ENDLESS_PAGING' })

const markOf = (text: string) => createHash('sha1').update(text).digest('base64url')

/** Notices a cycle of any length with one mark, however many pages there are. */
function wayOn(before: Position, next: string | number) {
  const { mark, steps = 0, lap = 1 } = before
  const here = markOf(String(next))
  if (here === mark) throw endless('The pages go round without end.')
  return steps + 1 >= lap
    ? { mark: here, steps: 0, lap: lap * 2 }
    : { ...(mark !== undefined && { mark }), steps: steps + 1, lap }
}

function nextAt(
  paging: Paging,
  before: Position,
  { response, records, size }: Arrived,
): string | number | undefined {
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
      return textOrNumber(cursor)
    }
    case 'next-url': {
      const isLast = paging.last !== undefined && at(body, paging.last) === true
      return isLast ? undefined : address(at(body, paging.from))
    }
    case 'link-header':
      return address(nextLink(headerOf(response.headers, 'link')))
    case 'last-id': {
      const isShort = saysMore === undefined && size !== undefined && found < size
      return isShort ? undefined : records.at(-1)?.id
    }
    case 'offset': {
      const offset = Number(before.at ?? paging.start ?? 0)
      if (paging.from !== undefined) return textOrNumber(at(body, paging.from))
      const total = paging.total === undefined ? undefined : Number(at(body, paging.total))
      if (total !== undefined && offset - (paging.start ?? 0) + found >= total) return undefined
      return found === 0 || isLastOf(found, size, saysMore, total) ? undefined : offset + found
    }
    case 'page': {
      const page = Number(before.at ?? paging.start)
      const last = paging.last === undefined ? undefined : at(body, paging.last)
      if (last === true) return undefined
      const pages = last === undefined || last === false || last === null ? undefined : Number(last)
      if (pages !== undefined && page - paging.start + 1 >= pages) return undefined
      return found === 0 || isLastOf(found, size, saysMore, pages) ? undefined : page + 1
    }
  }
}

/** Where nothing else tells, a page that is not full is the last one. */
const isLastOf = (found: number, size: number | undefined, saysMore: unknown, told: unknown) =>
  saysMore === undefined && told === undefined && size !== undefined && found < size

const textOrNumber = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? value
    : undefined

/** The address of a page, which the client keeps at the provider's own host. */
function address(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const isAddress =
    /^https?:\/\//i.test(value) || (value.startsWith('/') && !value.startsWith('//'))
  if (!isAddress) throw endless('The address of the next page is none.')
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
