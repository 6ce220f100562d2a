import type { ProviderResponse, ReadRequest } from '@platform/connector'
import { isMembers } from '../../members.ts'
import { getReplyHeader, joinReplyHeader } from '../../reply-headers.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import { isOfRecord, membersNear } from '../calls/envelope.ts'
import type { PagingRules } from '../schema/paging-rules.ts'
import { takeEnvelope } from './envelope-drift.ts'
import { parseCount } from './parse-count.ts'
import { namesNextLink, nextLink } from './next-links.ts'
import { signOfNextPage } from './position.ts'
import type { Position } from './position-state.ts'
import type { Reading } from '../calls/resolve.ts'
import { readYesOrNo } from '../calls/yes-or-no.ts'
import { looksFull } from '../calls/usual-sizes.ts'

/** The last page of a read, and state of the pages before it. */
export interface LastPage {
  response: ProviderResponse
  /** Number of records of the page. */
  found: number
  /** Number of requested records; undefined if the entry declares no page size. */
  size: number | undefined
  before: Position
  request: Pick<ReadRequest, 'since' | 'until'>
  /** Why records may have moved to pages that were read before. */
  moved?: string | undefined
}

/**
 * Returns why records may be missing from a read that ends with this page, as a sentence; undefined
 * if the reply shows its end.
 */
export function missingAfter(reading: Reading, page: LastPage): string | undefined {
  const { paging } = reading
  const { response, found, before } = page
  const { body } = response
  if (reading.partial !== undefined) return reading.partial
  if (reading.single) return undefined
  if (isUnanchored(reading) && page.request.since === undefined) {
    return 'The list covers a range of time, and the entry does not declare from when on there are records (window.start).'
  }
  const read = before.found === undefined ? undefined : before.found + found
  if (reading.most !== undefined && read !== undefined && read >= reading.most) {
    return `The provider returns at most ${reading.most} records of the list.`
  }
  const declared = totalAt(reading)
  const total = Math.min(
    before.total ?? Infinity,
    parseCount(getAtDotPath(body, declared ?? '')) ?? Infinity,
  )
  if (read !== undefined && total !== Infinity) {
    if (read < total) return describeShortfall(read, total, declared)
    if (read === total && page.moved === undefined) return undefined
  }
  const more =
    'more' in paging && paging.more !== undefined ? getAtDotPath(body, paging.more) : undefined
  if (readYesOrNo(more) === true && !isNumbered(paging)) {
    return `The reply says at ${'more' in paging ? paging.more : ''} that there are more records, but not where.`
  }
  const links = joinReplyHeader(response.headers, 'link')
  if (paging.style === 'linkHeader' && nextLink(links) !== '' && namesNextLink(links)) {
    return 'The header Link has no target of the next page that it names.'
  }
  const isEmptyStatus = response.status === reading.emptyStatus
  const goesOn = isNumbered(paging) && (signOfNextPage(paging, before, response) ?? before.more)
  if (goesOn === true && !isEmptyStatus) {
    return 'The provider said that there are more pages, and returned none.'
  }
  if (page.moved !== undefined) return page.moved
  const sign = signOfMore(reading, page, read)
  if (sign === 'shows its end') return undefined
  return sign ?? fullPage(paging, page) ?? describeCap(paging, page, { read, more })
}

/** Numbers of records behind which many providers return none, although there are more. */
const usualCaps = new Set([10_000, 50_000, 100_000])

/** Reports a list that ends at a usual limit of paging, if nothing in the reply shows that it is the end. */
function describeCap(
  paging: PagingRules,
  { response: { body, headers }, before, request }: LastPage,
  { read, more }: { read: number | undefined; more: unknown },
): string | undefined {
  const isWhole = request.since === undefined && request.until === undefined
  if (!isWhole || before.at === undefined || read === undefined || !usualCaps.has(read)) {
    return undefined
  }
  const isShown =
    readYesOrNo(more) === false || ('from' in paging && hasMember(body, headers, paging.from ?? ''))
  return isShown || ('last' in paging && paging.last !== undefined)
    ? undefined
    : `The list ended after ${read} records, at which many providers stop, and the reply does not show its end.`
}

/** Reports whether a list has a time range relative to the present. */
const isUnanchored = ({ window }: Reading) => window !== undefined && window.start === undefined

/** Returns where the entry declares the total number of records. */
export const totalAt = ({ paging, total }: Pick<Reading, 'paging' | 'total'>): string | undefined =>
  total ?? (paging.style === 'offset' ? paging.total : undefined)

const describeShortfall = (read: number, total: number, place: string | undefined) =>
  `The provider reports ${total} records${place === undefined ? '' : ` at ${place}`}, and ${read} were read.`

const isNumbered = ({ style }: PagingRules) => style === 'page' || style === 'offset'

const names = {
  next: /^(?:@?odata\.?)?next(?:_?(?:page|link|url|uri|href|cursor|token|page_?token|page_?url|page_?uri|page_?link|records_?url|offset|starting_after))?$/i,
  more: /^(?:has_?(?:more|next)(?:_?(?:pages?|items|results|records))?|more|more_(?:items|records|results)|more_?data_?available|(?:is_?|results?_?)?truncated|max_?results?_?exceeded|result_?set_?limited|(?:exceeded_?)?(?:transfer_?)?limit_?exceeded|exceeded_?(?:transfer_?)?limit|limited)$/i,
  end: /^(?:is_?)?(?:last(?:_?page)?|end|done|complete|completed|finished)$/i,
  page: /^(?:current_?page|page|page_?(?:number|no|index))$/i,
  pages: /^(?:pages|total_?pages?|page_?count|num_?pages|pages_?total|last_?page)$/i,
  total:
    /^(?:@odata\.count|total|total_?(?:count|results?|items|records|entries|size|hits|elements)|num_?(?:found|results))$/i,
  /** Of the page or of the list: both are zero if there are no records. */
  count: /^(?:count|(?:records?|items?|rows?|hits?)_?(?:total|count))$/i,
}

/**
 * Checks undeclared members of a reply for signs of further records: returns why some are missing,
 * that there are none, or nothing.
 */
function signOfMore(
  { paging, records }: Reading,
  { response, request, found, before }: LastPage,
  read: number | undefined,
): string | undefined {
  const { body, headers } = response
  // Only an empty page ends a list of numbered ones.
  const pagesRead = (before.pages ?? 0) + (isNumbered(paging) && found === 0 ? 0 : 1)
  const link = joinReplyHeader(headers, 'link')
  if (paging.style !== 'linkHeader' && nextLink(link) !== '' && namesNextLink(link)) {
    return 'The header Link names a next page, which the entry does not declare.'
  }
  const inHeaders = signInHeaders(headers, isNumbered(paging))
  if (inHeaders !== undefined) return inHeaders
  const isWhole = request.since === undefined && request.until === undefined
  const headerTotal = isWhole ? totalInHeaders(headers) : undefined
  if (read !== undefined && headerTotal !== undefined && headerTotal > read) {
    return describeShortfall(read, headerTotal, 'its headers')
  }
  if (!isMembers(body)) return undefined
  const declared = listPlaces({ paging })
  let showsEnd = false
  const near = membersNear(body, records)
  for (const [place, value] of near) {
    if (declared.some((one) => one === place || one.startsWith(`${place}.`))) continue
    const name = place.slice(place.lastIndexOf('.') + 1)
    if (!isNumbered(paging) && (names.next.test(place) || names.next.test(name))) {
      if (pointsOn(value)) {
        return `The reply names a next page at ${place}, which the entry does not declare.`
      }
    }
    if (!isNumbered(paging) && names.more.test(name)) {
      const isMore = readYesOrNo(value)
      if (isMore === true) {
        return `The reply says at ${place} that there are more records, which the entry does not declare.`
      }
      showsEnd ||= isMore === false
    }
    if (isWhole && !isOfRecord(body, place)) {
      const isOpen = names.end.test(name) && value === false
      if (!isNumbered(paging) && isOpen) {
        return `The reply says at ${place} that it is not the end, and the entry does not declare how the list goes on.`
      }
      const pages = names.pages.test(name) ? parseCount(value) : undefined
      const isPaged = near.some(([other]) =>
        names.page.test(other.slice(other.lastIndexOf('.') + 1)),
      )
      if (pages !== undefined && isPaged && pages > pagesRead) {
        return `The provider reports ${pages} pages at ${place}, and ${pagesRead} were read.`
      }
    }
    if (isWhole && read === 0 && names.count.test(name) && !isOfRecord(body, place)) {
      const count = parseCount(value) ?? 0
      if (count > 0) return describeShortfall(0, count, place)
    }
    // A total may include records that a filter of changes excludes.
    const total = names.total.test(place) || names.total.test(name) ? parseCount(value) : undefined
    if (isWhole && read !== undefined && total !== undefined) {
      if (total > read) return describeShortfall(read, total, place)
      showsEnd ||= total === read
    }
  }
  return showsEnd ? 'shows its end' : undefined
}

/** Returns why records may be missing by headers that many providers send and no entry declares. */
function signInHeaders(
  headers: ProviderResponse['headers'],
  isNumberedList: boolean,
): string | undefined {
  if (isNumberedList) return undefined
  for (const name of ['x-next-page', 'x-next-cursor', 'x-next-token', 'x-has-more']) {
    const value = getReplyHeader(headers, name)?.trim() ?? ''
    if (!/^(?:|0|-1|false|no|none|null)$/i.test(value)) {
      return `The header ${name} names a next page, which the entry does not declare.`
    }
  }
  return undefined
}

/** Returns the number of all records by a page, and its other members. */
export function countAll(reading: Reading, { response }: { response: ProviderResponse }) {
  const place = totalAt(reading)
  return {
    total: place === undefined ? undefined : parseCount(getAtDotPath(response.body, place)),
    counted: place === undefined ? countIn(response, reading) : undefined,
    envelope: takeEnvelope(response.body, reading.records),
  }
}

/** Returns the number of all records that a reply has where the entry declares none. */
function countIn(
  { body, headers }: ProviderResponse,
  { records }: Pick<Reading, 'records'>,
): number | undefined {
  const inHeaders = totalInHeaders(headers)
  if (inHeaders !== undefined || !isMembers(body)) return inHeaders
  const place = membersNear(body, records).find(
    ([one, value]) =>
      (names.total.test(one) || names.total.test(one.slice(one.lastIndexOf('.') + 1))) &&
      !isOfRecord(body, one) &&
      parseCount(value) !== undefined,
  )
  return place && parseCount(place[1])
}

/** Returns the total number of records by headers that many providers send. */
function totalInHeaders(headers: ProviderResponse['headers']): number | undefined {
  const range = getReplyHeader(headers, 'content-range')?.slice(0, 200) ?? ''
  const [, inRange] = /^(?!bytes\b)\S*\s?[\d*]+(?:-\d+)?\/(\d+)$/.exec(range) ?? []
  const counted = getReplyHeader(headers, 'x-total-count') ?? getReplyHeader(headers, 'x-total')
  return parseCount(inRange ?? counted?.trim())
}

const pointsOn = (value: unknown) =>
  (typeof value === 'string' && value !== '') ||
  (typeof value === 'number' && value > 0) ||
  (isMembers(value) && Object.values(value).some((one) => typeof one === 'string' && one !== ''))

/** Returns the places of a reply that the entry declares for its paging. */
export function listPlaces({ paging, total }: Pick<Reading, 'paging' | 'total'>): string[] {
  const places = ['from', 'more', 'last', 'total'].map(
    (name) => (paging as Record<string, unknown>)[name],
  )
  return [...places, total].filter((place) => typeof place === 'string' && place !== '') as string[]
}

/** Reports a single full page whose reply does not show that it is the last one. */
function fullPage(
  paging: PagingRules,
  { response, found, size, before }: LastPage,
): string | undefined {
  const { body, headers } = response
  const isFull =
    found > 0 && (size === undefined ? looksFull(found) : found >= size || looksFull(found))
  // A page that followed another proves that paging works.
  const isVouched = paging.style === 'none' && paging.whole === true
  if (!isFull || isVouched || before.at !== undefined) return undefined
  switch (paging.style) {
    case 'none':
      return `The list has no declared paging, and the provider returned ${found} records, which looks like a full page. If the list is never cut, declare "whole": true.`
    case 'cursor':
    case 'nextUrl': {
      const isShown =
        ('more' in paging &&
          paging.more !== undefined &&
          getAtDotPath(body, paging.more) !== undefined) ||
        (paging.last !== undefined && getAtDotPath(body, paging.last) === true) ||
        hasMember(body, headers, paging.from)
      return isShown
        ? undefined
        : `The provider returned a full page of ${found} records, and nothing at ${paging.from} that shows its end.`
    }
    case 'linkHeader':
      return getReplyHeader(headers, 'link') === undefined
        ? `The provider returned a full page of ${found} records without the header Link.`
        : undefined
    default:
      return undefined
  }
}

/** Reports whether a reply has the member for the next page, even if it is empty. */
function hasMember(body: unknown, headers: ProviderResponse['headers'], place: string): boolean {
  if (place.startsWith('header:'))
    return getReplyHeader(headers, place.slice('header:'.length).toLowerCase()) !== undefined
  if (getAtDotPath(body, place) !== undefined) return true
  // Many replies show the end by an envelope without the member, such as `_links: { self }`.
  const envelope = place.split('.').slice(0, -1).join('.')
  return envelope !== '' && isMembers(getAtDotPath(body, envelope))
}

const words = (name: string) =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())

const filtering = new Set(
  'status statuses state states type types kind filter filters q query search where active enabled archived deleted inactive disabled folder category scope view role segment from to since until before after start end begin days period range window date year month'.split(
    ' ',
  ),
)
const presenting = new Set(
  'alt include includes included with without show expand fields field select sort order orderby by per page size limit count format version columns'.split(
    ' ',
  ),
)
const everything = /^(?:all|any|both|\*|)$/i

/** Lists that lose old entries by themselves, by the last step of their path. */
const logs =
  /^(?:(?:[a-z]+[-_])?(?:logs?|audits?)|(?:(?:audit|webhooks)[-_])?events|deliveries|notifications|livefeed|history)(?:\.json)?$/i
const isLog = ({ path }: Reading) => logs.test(path.slice(path.lastIndexOf('/') + 1))

/**
 * Returns which existing records the list excludes, as a phrase; undefined if none. A constant
 * parameter that looks like a filter counts unless the entry denies it.
 */
export function describeHidden(reading: Reading): string | undefined {
  const { hides, partial, query = {}, body = {} } = reading
  if (hides === false) return undefined
  if (hides !== undefined) return hides
  if (partial !== undefined) return partial
  if (isUnanchored(reading)) return 'records outside of the range of time'
  if (isLog(reading)) return 'entries that the provider no longer keeps'
  const constants = Object.entries({ ...query, ...body })
  const filter = constants.find(([name, value]) => {
    const parts = words(name)
    const isFilter =
      parts.some((word) => filtering.has(word)) && !parts.some((word) => presenting.has(word))
    const values = [value].flat().flatMap((one) => (typeof one === 'object' ? [] : String(one)))
    // Parameters that exclude nothing are no filter.
    if (values.join() === 'false' && parts.some((word) => word === 'exclude' || word === 'only')) {
      return false
    }
    // A limitation of the connection is no exclusion.
    const selects = values.some((one) => !everything.test(one) && !one.includes('{{'))
    return isFilter && selects && !values.some((one) => one.includes(','))
  })
  return filter && `records that the parameter ${filter[0]} leaves out`
}
