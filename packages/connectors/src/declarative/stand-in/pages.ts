import { putAt } from '../calls/dot-path.ts'
import type { Reading } from '../calls/resolve.ts'
import type { StandInReply, StandInRequest } from './exchange.ts'
import {
  type KeptRecord,
  recordAtProvider,
  columnDescriptions,
  rowAtProvider,
} from './kept-records.ts'
import type { RequestParameters } from './request-parameters.ts'
import { selectMembers } from './selection.ts'

/** Default page size of a stand-in. */
export const usualPage = 3

function makeNextAddress({ path, query }: StandInRequest, cursor: string, param = '~next'): string {
  const parameters = new URLSearchParams(query)
  parameters.set(param, cursor)
  return `${path}?${parameters}`
}

/** Parameter of the links to next pages. */
const nextParameter = (paging: Reading['paging']) =>
  (paging.style === 'nextUrl' && paging.rel !== undefined && paging.param) || '~next'

/** Returns what a reply contains for its next page: a URL or a list of links. */
function showNext(
  paging: Reading['paging'] & { style: 'nextUrl' },
  cursor: string | undefined,
  request: StandInRequest,
): unknown {
  const href = cursor ? makeNextAddress(request, cursor, nextParameter(paging)) : null
  if (paging.rel === undefined) return href
  const self = { rel: 'self', href: request.path }
  return href === null ? [self] : [self, { rel: paging.rel, href }]
}

/** Returns the start of the page; undefined for an unknown cursor. */
export function startOfStandInPage(
  asked: RequestParameters,
  reading: Reading,
  all: readonly KeptRecord[],
  { size, age }: { size: number; age: number },
): number | undefined {
  const { paging } = reading
  switch (paging.style) {
    case 'none':
      return 0
    case 'offset': {
      const template =
        paging.template && /STARTPOSITION (\d+)/.exec(asked.request.query.get(paging.param) ?? '')
      const offset = template ? template[1] : asked.value(paging.in ?? 'query', paging.param)
      return Number(offset ?? paging.start ?? 0) - (paging.start ?? 0)
    }
    case 'page':
      return (
        (Number(asked.value(paging.in ?? 'query', paging.param) ?? paging.start) - paging.start) *
        size
      )
    case 'lastId': {
      const id =
        paging.in === 'sql'
          ? asked.findLastId(reading, paging)
          : asked.value(paging.in ?? 'query', paging.param)
      if (id === undefined) return 0
      if (paging.by !== undefined) return Number(id)
      const place = all.findIndex((one) => one.id === String(id))
      return place < 0 ? undefined : place + 1
    }
    default: {
      const cursor =
        paging.style === 'cursor'
          ? asked.value(paging.in ?? 'query', paging.param)
          : asked.request.query.get(nextParameter(paging))
      if (cursor === undefined || cursor === null) return 0
      const [, madeAt, from] = /^c(\d+)-(\d+)$/.exec(String(cursor)) ?? []
      return madeAt === String(age) ? Number(from) : undefined
    }
  }
}

/** Returns a page with what its paging adds: a cursor, a URL, a total. */
export function standInPage(
  reading: Reading,
  kept: readonly KeptRecord[],
  {
    isLast,
    next,
    selection,
  }: {
    isLast: boolean
    /** Names of the requested members; all if absent. */
    selection?: readonly string[] | undefined
    next?: {
      from: number
      size: number
      total: number
      request: StandInRequest
      /** Number of times that cursors were lost. */
      age: number
    }
  },
): StandInReply {
  const { paging, records: place } = reading
  const showRecord = (one: KeptRecord) => (reading.fetch ? { ...one, fields: {} } : one)
  const list = kept.map((one, index) => {
    const record = recordAtProvider(showRecord(one), reading)
    // The list is sorted by it.
    if (paging.style === 'lastId' && paging.by !== undefined && next) {
      putAt(record, paging.by, next.from - kept.length + index + 1)
    }
    return selectMembers(record, selection)
  })
  const body: Record<string, unknown> = {}
  const set = (where: string | undefined, value: unknown) => {
    if (where !== undefined && value !== undefined) putAt(body, where, value)
  }
  const headers: Record<string, string> = {}
  if (next) {
    const cursor = isLast ? undefined : `c${next.age}-${next.from}`
    if ('more' in paging) set(paging.more, !isLast)
    switch (paging.style) {
      case 'cursor':
        set(paging.last, isLast)
        if (!paging.from.startsWith('header:')) set(paging.from, cursor ?? null)
        else if (cursor) headers[paging.from.slice('header:'.length)] = cursor
        break
      case 'nextUrl':
        set(paging.last, isLast)
        set(paging.from, showNext(paging, cursor, next.request))
        break
      case 'linkHeader':
        if (cursor)
          headers.link = `<${makeNextAddress(next.request, 'x')}>; rel="prev", <${makeNextAddress(next.request, cursor)}>; rel="next"`
        break
      case 'offset':
        set(paging.total, next.total)
        if (!isLast) set(paging.from, next.from + (paging.start ?? 0))
        break
      case 'page':
        set(paging.last, Math.ceil(next.total / next.size))
        break
      default:
    }
  }
  const content = reading.single ? list[0] : list
  if (place === '') return { status: 200, headers, body: content }
  // As strict as providers that omit an empty list: `{}`.
  if (list.length === 0 && reading.absentWhenEmpty) return { status: 200, headers, body }
  const { columns } = reading
  if (columns) putAt(body, columns.at, columnDescriptions(columns, kept, reading))
  putAt(body, place, columns ? list.map((one) => rowAtProvider(one, columns)) : content)
  return { status: 200, headers, body }
}
