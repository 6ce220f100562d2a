import type { ChangeFilter } from '../declarative/schema/read-rules.ts'
import type { PagingRules } from '../declarative/schema/paging-rules.ts'
import { usualNames } from '../evidence/usual-names.ts'
import type { ApiCall, CallParameter } from './calls.ts'
import { findTimeFormat, type FoundList, type ReplyMember } from './find-list.ts'

export interface FoundPaging {
  paging: PagingRules
  /** What is not stated, and what to check. */
  guesses: string[]
}

const isCount = ({ shape }: CallParameter) =>
  (shape.type === 'integer' ||
    shape.type === 'number' ||
    shape.type === 'unknown' ||
    shape.type === 'string') &&
  !shape.format.startsWith('date') &&
  shape.values.length === 0

const isCursor = (parameter: CallParameter) =>
  isCount(parameter) &&
  (parameter.shape.type !== 'string' ||
    !/\b(?:date|time)\b/i.test(parameter.description.slice(0, 60)))

/** Finds how the pages of a list are requested, by parameters, members of the reply and headers. */
export function findPaging({ call, around, reply, records }: FoundList): FoundPaging {
  const query = call.parameters.filter((one) => one.in === 'query')
  const find = (pattern: RegExp, isFit: (one: CallParameter) => boolean) =>
    query.find((one) => pattern.test(one.name) && isFit(one))
  const guesses: string[] = []
  const size = findSize(find(usualNames.size, isCount), guesses)
  const withSize = size && { size }
  const places = around.filter(({ shape }) => shape.type !== 'array' && shape.type !== 'object')
  const more = places.find(
    ({ path, shape }) => usualNames.more.test(path) && isKind(shape.type, 'boolean'),
  )
  const withMore = more && { more: more.path }

  const cursor = find(usualNames.cursor, isCursor)
  const next = findNext(places)
  if (next?.isURL) {
    if (!next.isSure) {
      guesses.push(`${next.path} is a URL by its name. Check a reply with a further page.`)
    }
    return { paging: { style: 'nextUrl', from: next.path, ...withSize, ...withMore }, guesses }
  }
  if (next && (cursor || !next.isNumber)) {
    const param = cursor?.name ?? guessCursorName(next.path)
    guesses.push(
      cursor
        ? `the value at ${next.path} is sent as ${param}. Check with a list of several pages.`
        : `${next.path} leads to the next page, but how it is requested is not stated. Check the parameter, or whether it is a URL (style nextUrl).`,
    )
    return {
      paging: { style: 'cursor', from: next.path, param, ...withSize, ...withMore },
      guesses,
    }
  }
  const header = reply.headers.find((name) =>
    /^x?-?(?:next|.*-next)-?(?:page|cursor|token)?$/.test(name),
  )
  if (cursor && header !== undefined) {
    guesses.push(`the header ${header} contains the next ${cursor.name}.`)
    return {
      paging: { style: 'cursor', from: `header:${header}`, param: cursor.name, ...withSize },
      guesses,
    }
  }
  if (reply.headers.includes('link')) {
    return { paging: { style: 'linkHeader', ...withSize }, guesses }
  }
  if (
    cursor &&
    /^(?:starting_after|start_?after|after_?id|since_?id|last_?(?:seen_?)?id)$/i.test(cursor.name)
  ) {
    guesses.push(`${cursor.name} is sent the ID of the last record. Check with a second page.`)
    return {
      paging: { style: 'lastId', param: cursor.name, ...withSize, ...withMore },
      guesses,
    }
  }
  if (cursor) {
    guesses.push(
      `${cursor.name} exists, but no member of the reply contains the next one: it is expected in the Link header. Check the headers of a reply.`,
    )
    return { paging: { style: 'linkHeader', ...withSize }, guesses }
  }
  return findNumbered({ find, places, withSize, withMore, guesses, records })
}

function findNumbered({
  find,
  places,
  withSize,
  withMore,
  guesses,
  records,
}: {
  find: (pattern: RegExp, isFit: (one: CallParameter) => boolean) => CallParameter | undefined
  places: readonly ReplyMember[]
  withSize: { size: NonNullable<Extract<PagingRules, { style: 'page' }>['size']> } | undefined
  withMore: { more: string } | undefined
  guesses: string[]
  records: string
}): FoundPaging {
  const isNumber = (one: CallParameter) => isCount(one)
  const page = find(usualNames.page, isNumber)
  const offset = find(usualNames.offset, isNumber)
  const total = places.find(({ path }) => usualNames.total.test(path))
  const last = places.find(({ path }) => usualNames.pages.test(path))
  if (offset && !page) {
    const start = findStart(offset) ?? 0
    guesses.push(
      `${offset.name} counts records, not pages. Check that ${offset.name}=1 skips one record.`,
    )
    return {
      paging: {
        style: 'offset',
        param: offset.name,
        ...(start === 1 && { start }),
        ...withSize,
        ...withMore,
        ...(total && { total: total.path }),
      },
      guesses,
    }
  }
  if (page) {
    const stated = findStart(page)
    if (stated === undefined)
      guesses.push(`the first page is 1. Check that ${page.name}=1 returns the first records.`)
    return {
      paging: {
        style: 'page',
        param: page.name,
        start: stated ?? 1,
        ...withSize,
        ...(last && { last: last.path }),
        ...withMore,
      },
      guesses,
    }
  }
  const shownPage = places.find(({ path, shape }) => isEcho(usualNames.page, path, shape.type))
  const shownSize = places.find(({ path, shape }) => isEcho(usualNames.size, path, shape.type))
  if (shownPage && (last ?? total ?? withMore)) {
    const name = shownPage.path.split('.').at(-1) ?? ''
    guesses.push(
      `the reply contains its page at ${shownPage.path}, so ${name} is expected to be a parameter, and the first page to be 1.`,
    )
    const size = shownSize && { param: shownSize.path.split('.').at(-1) ?? '' }
    return {
      paging: {
        style: 'page',
        param: name,
        start: 1,
        ...(withSize ?? (size && { size })),
        ...(last && { last: last.path }),
        ...withMore,
      },
      guesses,
    }
  }
  guesses.push(
    withSize
      ? `the document has ${withSize.size.param}, but no way to request a further page. Check whether the list has pages.`
      : `the document has no paging${records === '' ? '' : ' parameters'}. Check with more records than a usual page that one reply has all, and add "whole": true.`,
  )
  return { paging: { style: 'none' }, guesses }
}

/** A member that repeats a parameter of the request. */
const isEcho = (pattern: RegExp, path: string, type: string) =>
  type === 'integer' && pattern.test(path.split('.').at(-1) ?? '')

const isKind = (type: string, kind: string) => type === kind || type === 'unknown'

/** The first page or offset: 0 or 1, if the document states it. */
function findStart({ shape, description }: CallParameter): 0 | 1 | undefined {
  for (const value of [shape.minimum, shape.usual]) {
    if (value === 0 || value === '0') return 0
    if (value === 1 || value === '1') return 1
  }
  if (
    /\b(?:0|zero)[- ](?:based|indexed|offset)|(?:starts?|starting|begins?) (?:at|from|with) (?:0|zero)\b/i.test(
      description,
    )
  )
    return 0
  if (
    /\b(?:1|one)[- ](?:based|indexed|offset)|(?:starts?|starting|begins?) (?:at|from|with) (?:1|one)\b/i.test(
      description,
    )
  )
    return 1
  return undefined
}

const maxPageSize = 10_000

function findSize(parameter: CallParameter | undefined, guesses: string[]) {
  if (!parameter) return undefined
  const { name, shape, description } = parameter
  const stated = shape.maximum ?? parseMaximum(description)
  if (stated !== undefined && stated >= 1 && Number.isInteger(stated)) {
    if (shape.maximum === undefined)
      guesses.push(`${name} is at most ${stated}, by its description.`)
    return { param: name, max: Math.min(stated, maxPageSize) }
  }
  guesses.push(`the largest ${name} is not stated. Add "max" to the size.`)
  return { param: name }
}

/** Finds a maximum in words: "Maximum 100", "up to 500", "between 1 and 50". */
function parseMaximum(description: string): number | undefined {
  const text = description.slice(0, 500).replaceAll(/(\d),(\d{3})/g, '$1$2')
  const [, found] =
    /\b(?:max(?:imum)?(?:\s+(?:value|allowed|page size|limit|number))*(?:\s+(?:is|of|to|:|=))*|up to|at most|no more than|between \d+ and|1\s*(?:-|–|to)\s*)\s*:?\s*`?(\d{1,5})\b/i.exec(
      text,
    ) ?? []
  return found === undefined ? undefined : Number(found)
}

/** Finds the member that leads to the next page. */
function findNext(
  places: readonly ReplyMember[],
): { path: string; isURL: boolean; isSure: boolean; isNumber: boolean } | undefined {
  const all = places.flatMap(({ path, shape }) => {
    const isNumber = shape.type === 'integer' || shape.type === 'number'
    const fits = usualNames.nextURL.test(path) || usualNames.nextCursor.test(path)
    if (!fits || shape.type === 'boolean') return []
    // Echoes of the request and positions of the previous page.
    if (/(?:^|[._])(?:prev|previous|before|self|first|last)(?:[._]|$)/i.test(path)) return []
    const isStated =
      /^(?:uri|url)/.test(shape.format) || /^(?:https?:\/\/|\/)/.test(String(shape.example ?? ''))
    const isNamed =
      /(?:url|uri|link|href|@odata\.nextLink)$/i.test(path) || /(?:^|\.)_?links?\.next$/i.test(path)
    const isURL =
      !isNumber &&
      (isStated || isNamed || /\bURL\b|\blink\b/i.test(shape.description.slice(0, 200)))
    return [
      { path, isURL, isSure: isStated || isNamed, isNumber, rank: isURL ? 2 : isNumber ? 0 : 1 },
    ]
  })
  const isNext = ({ path }: { path: string }) => /next/i.test(path)
  return all.toSorted(
    (one, other) => Number(isNext(other)) - Number(isNext(one)) || other.rank - one.rank,
  )[0]
}

/** `meta.next_cursor` → `cursor`, `nextPageToken` → `pageToken`. */
function guessCursorName(path: string): string {
  const last = path.split('.').at(-1) ?? ''
  const name = last.replace(/^_?next_?/i, '')
  return name === '' ? 'cursor' : name.charAt(0).toLowerCase() + name.slice(1)
}

const changedSince = [
  /^(?:min_?|filter_?)?(?:last_?)?(?:updated|modified|changed|edited|update|modification)_?(?:at|on|date|time|timestamp|date_?time)?_?(?:since|after|from|gte?|start|min|begin|greater_?than)$/i,
  /^(?:since|after|from|min|start)_?(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|date|time))?$/i,
  /^(?:filter\[|q\[|where\[)?(?:last_?)?(?:updated|modified|changed)\w*\]?[[.](?:gte?|after|from|since|min|start|\$gte?)\]?\]?$/i,
  /^(?:q|filter)\[(?:updated|modified)_?(?:after|since)\]$/i,
  /^(?:updated|modified)_?since$/i,
]

/** Finds the parameter that selects records by modification time. */
export function findChangeFilter(
  call: ApiCall,
): { since: ChangeFilter; guesses: string[] } | undefined {
  const found = call.parameters.find(
    ({ name, in: place }) => place === 'query' && changedSince.some((one) => one.test(name)),
  )
  const header = call.parameters.find(
    ({ name, in: place }) => place === 'header' && /^if-modified-since$/i.test(name),
  )
  const vague = call.parameters.find(
    ({ name, in: place, description }) =>
      place === 'query' &&
      /^(?:since|modified|updated|changed_since)$/i.test(name) &&
      /(?:updat|modif|chang)\w* (?:since|after|on or after)|since .*(?:updat|modif|chang)/i.test(
        description.slice(0, 300),
      ),
  )
  const parameter = found ?? header ?? vague
  if (!parameter) return undefined
  const { format, isSure } = findTimeFormat(parameter.shape)
  const guesses = [
    ...(parameter === found
      ? [`${parameter.name} selects by modification time, by its name.`]
      : [
          `${parameter.name} selects by modification time. Check that it is not the time of creation.`,
        ]),
    ...(isSure ? [] : [`${parameter.name} is written as ${format}. Check its documentation.`]),
  ]
  return {
    since: { in: parameter === header ? 'header' : 'query', name: parameter.name, format },
    guesses,
  }
}
