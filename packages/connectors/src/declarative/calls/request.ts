import { parseFieldPath, type ProviderRequest } from '@platform/connector'
import { setAtDotPath } from './dot-path.ts'
import type { ChangeFilter } from '../schema/read-rules.ts'
import type { PagingRules } from '../schema/paging-rules.ts'
import { graphqlQuery } from '../graphql.ts'
import type { Piece } from '../reading/pieces.ts'
import { isPageAddress } from '../reading/next-links.ts'
import type { Position } from '../reading/position-state.ts'
import type { Reading } from './resolve.ts'
import { conditionAfter, makeStatement } from '../reading/sql.ts'
import { fillIn, fillInBody, pathStep } from './templates.ts'
import { slackMs, writeTime } from './times.ts'
import { readClockMs } from '../../clock.ts'

/** Parameters of a page besides its position. */
export interface Asked {
  fieldNames: readonly string[]
  /** Requests records without selecting fields, to find out which ones there are. */
  selectsAll?: true | undefined
  sinceMs: number | undefined
  untilMs: number | undefined
  size: number | undefined
  headers: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
  base: string
  piece?: Piece | undefined
  /** Returns the parameters of a search, by name, with these values of the connection. */
  found?:
    | {
        in: 'query' | 'body'
        fill: (
          values: Readonly<Record<string, string>>,
        ) => Readonly<Record<string, string | readonly string[]>>
      }
    | undefined
}

/**
 * Returns the number of records to request per page; undefined if the entry declares no page size.
 */
export function getPageSize(paging: PagingRules, wished: number | undefined): number | undefined {
  if (paging.style === 'none' || !paging.size) return undefined
  const { max } = paging.size
  if (wished === undefined) return max
  return Math.max(1, max === undefined ? wished : Math.min(max, wished))
}

/** Builds a request with parameters in their declared locations. */
class Request {
  readonly query: Record<string, string | number | readonly string[]> = {}
  readonly headers: Record<string, string> = {}
  readonly body: Record<string, unknown>
  readonly arguments: Record<string, unknown> = {}
  /** Conditions of a query in the body. */
  readonly conditions: string[] = []

  constructor(body: Record<string, unknown> | undefined) {
    this.body = structuredClone(body ?? {})
  }

  set(
    where: 'query' | 'body' | 'header' | 'argument' | 'sql',
    name: string,
    value: string | number | readonly string[],
  ): void {
    if (where === 'query') this.query[name] = value
    else if (where === 'sql') this.conditions.push(String(value))
    else if (where === 'header') this.headers[name.toLowerCase()] = String(value)
    else setAtDotPath(where === 'body' ? this.body : this.arguments, name, value)
  }
}

/** Builds the request for a page of an object. */
export function pageRequest(reading: Reading, position: Position, asked: Asked): ProviderRequest {
  const { paging, method = 'GET' } = reading
  const request = new Request(
    withFields(
      fillInBody(reading.body, asked.values),
      listSelectedNames(reading, asked.fieldNames),
    ),
  )
  Object.assign(request.headers, fillHeaders(asked))
  if (reading.headers) {
    const { headers, values } = { ...asked, headers: reading.headers }
    Object.assign(request.headers, fillHeaders({ headers, values }))
  }
  const isFollowed = paging.style === 'nextUrl' || paging.style === 'linkHeader'
  if (isFollowed && isPageAddress(position.at)) {
    const link = withSize(position.at, paging, position.size)
    const makeOwnUrl = asked.base + fillIn(reading.path, asked.values, pathStep)
    return {
      method,
      path: resolveLink(link, makeOwnUrl, asked.base),
      isLink: true,
      headers: request.headers,
      ...(reading.format && { expectsText: true as const }),
      ...(method === 'POST' && { body: request.body }),
    }
  }

  if (paging.style === 'cursor' && paging.next !== undefined && position.at !== undefined) {
    const next = new Request({})
    next.set(paging.in ?? 'query', paging.param, position.at)
    return {
      method,
      path: asked.base + fillIn(paging.next, asked.values, pathStep),
      query: next.query,
      headers: request.headers,
      ...(method === 'POST' && { body: next.body }),
    }
  }

  for (const [name, value] of Object.entries(reading.query ?? {})) {
    const filled = fillQuery(value, asked, reading)
    if (filled !== undefined) request.query[name] = filled
  }
  for (const [name, value] of Object.entries(
    asked.sinceMs === undefined ? {} : (reading.newestFirst ?? {}),
  )) {
    request.query[name] = String(value)
  }
  for (const { in: where, name, value } of asked.piece?.parameters ?? []) {
    request.set(where, name, value)
  }
  askForTimes(request, reading, asked)
  for (const [name, value] of Object.entries(asked.found?.fill(asked.values) ?? {})) {
    request.set(asked.found?.in ?? 'query', name, value)
  }
  askForPage(request, paging, position, asked)

  if (reading.graphql) {
    const query = graphqlQuery(reading.graphql, request.arguments)
    Object.assign(request.body, { query })
  }
  if (reading.sql) {
    setAtDotPath(
      request.body,
      reading.sql.in,
      makeStatement(reading.sql, request.conditions, asked.values),
    )
  }
  const hasBody = method === 'POST'
  return {
    method,
    path: asked.base + fillIn(reading.path, asked.values, pathStep),
    query: request.query,
    headers: request.headers,
    ...(reading.format && { expectsText: true as const }),
    ...(hasBody && { body: request.body }),
  }
}

/**
 * Returns the names to select: without its ID and its time of change, a record cannot be recognized.
 * Annotations, such as `@odata.etag`, come by themselves and cannot be selected.
 */
export function listSelectedNames(
  { id, ids, updated, version }: Pick<Reading, 'id' | 'ids' | 'updated' | 'version'>,
  fieldNames: readonly string[],
): string[] {
  const places = [
    ...(ids?.places ?? [id ?? []].flat()),
    ...[(updated ?? version)?.field ?? []].flat(),
  ]
  const names = [...places.map((place) => place.split('.', 1)[0] ?? place), ...topNames(fieldNames)]
  return [...new Set(names)].filter((name) => !isAnnotation(name))
}

export const isAnnotation = (name: string) => name.includes('@')

/** Reports whether requests of the list select fields. */
export const selectsFields = ({ query }: Pick<Reading, 'query'>): boolean =>
  Object.values(query ?? {}).some((value) => String(value).includes('{fields}'))

/** The list `["{fields}"]` is replaced by the list of names. */
function withFields(
  body: Record<string, unknown> | undefined,
  names: readonly string[],
): Record<string, unknown> | undefined {
  const text = JSON.stringify(body)
  return text?.includes('["{fields}"]')
    ? (JSON.parse(text.replaceAll('["{fields}"]', () => JSON.stringify(names))) as Record<
        string,
        unknown
      >)
    : body
}

const topNames = (fieldNames: readonly string[]) => [
  ...new Set(fieldNames.flatMap((name) => parseFieldPath(name).slice(0, 1))),
]

export const fillHeaders = ({ headers, values }: Pick<Asked, 'headers' | 'values'>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), fillIn(value, values)]),
  )

export function fillQuery(
  value: string | number | boolean | readonly string[],
  { fieldNames, selectsAll, values }: Pick<Asked, 'fieldNames' | 'selectsAll' | 'values'>,
  reading: Pick<Reading, 'id' | 'ids' | 'updated' | 'version'>,
): string | readonly string[] | undefined {
  if (typeof value === 'object') return value.map((one) => fillIn(one, values))
  const text = String(value)
  if (!text.includes('{fields}')) return fillIn(text, values)
  if (selectsAll) return undefined
  const names = listSelectedNames(reading, fieldNames)
  return names.length === 0 ? undefined : text.replaceAll('{fields}', names.join(','))
}

function askForTimes(request: Request, { since, until }: Reading, asked: Asked): void {
  const { sinceMs, untilMs } = asked
  const begin = since && (sinceMs ?? (since.required ? 0 : undefined))
  if (since && begin !== undefined) {
    const times = {
      since: writeTime(Math.max(0, begin - slackMs(since.format)), since.format),
      until: writeTime(untilMs === undefined ? readClockMs() + 60_000 : untilMs, since.format),
    }
    const template = getTemplate(since, "{name} >= '{since}'")
    setFilter(
      request,
      since,
      template === undefined ? times.since : makeTerm(template, times, since),
    )
  }
  const needsEnd = until && (untilMs ?? (until.required ? readClockMs() + 60_000 : undefined))
  if (
    until &&
    needsEnd !== undefined &&
    !(until.name === since?.name && since.template?.includes('{until}'))
  ) {
    const times = { since: '', until: writeTime(needsEnd + slackMs(until.format), until.format) }
    const template = getTemplate(until, "{name} < '{until}'")
    setFilter(
      request,
      until,
      template === undefined ? times.until : makeTerm(template, times, until),
    )
  }
}

const makeTerm = (
  template: string,
  times: { since: string; until: string },
  { name }: Pick<ChangeFilter, 'name'>,
) =>
  template
    .replaceAll('{since}', times.since)
    .replaceAll('{until}', times.until)
    .replaceAll('{name}', () => name)

/** Without a template, a condition compares the column. */
const getTemplate = ({ in: where, template }: ChangeFilter, condition: string) =>
  template ?? (where === 'sql' ? condition : undefined)

/** Two conditions of a search share one parameter. */
function setFilter(request: Request, filter: ChangeFilter, term: string): void {
  const { in: where, name, append, join, template } = filter
  const there =
    where === 'query'
      ? request.query[name]
      : where === 'argument'
        ? request.arguments[name]
        : undefined
  const isTerm = template !== undefined && typeof there === 'string'
  request.set(where, name, isTerm ? `${there}${append ? '' : (join ?? ' AND ')}${term}` : term)
}

function askForPage(request: Request, paging: PagingRules, position: Position, asked: Asked): void {
  if (paging.style === 'none') return
  const { size } = asked
  const isInTemplate = paging.style === 'offset' && paging.template !== undefined
  if (paging.size && size !== undefined && !isInTemplate)
    request.set(paging.size.in ?? 'query', paging.size.param, size)
  switch (paging.style) {
    case 'cursor':
    case 'lastId':
      if (position.at === undefined) return
      request.set(
        paging.in ?? 'query',
        paging.param,
        paging.in === 'sql' ? conditionAfter(paging, position.at) : position.at,
      )
      return
    case 'offset': {
      const offset = position.at ?? paging.start ?? 0
      if (paging.template !== undefined) {
        const term = paging.template
          .replaceAll('{offset}', String(offset))
          .replaceAll('{size}', String(size ?? 100))
        request.query[paging.param] = `${String(request.query[paging.param] ?? '')}${term}`
      } else if (position.at !== undefined || paging.in === 'argument') {
        request.set(paging.in ?? 'query', paging.param, offset)
      }
      return
    }
    case 'page':
      request.set(paging.in ?? 'query', paging.param, position.at ?? paging.start)
      return
    case 'linkHeader':
      Object.assign(request.query, paging.first)
      return
    case 'nextUrl':
      if (position.at !== undefined && paging.param !== undefined) {
        request.query[paging.param] = position.at
      }
  }
}

/** Resolves a link of a reply against the list, as RFC 3986 does, but keeps paths below the base. */
function resolveLink(link: string, makeOwnUrl: string, base: string): string {
  if (/^https?:/i.test(link)) return link
  if (link.startsWith('?')) return makeOwnUrl.replace(/\?.*$/s, '') + link
  const isAbsolute = /^https?:/i.test(makeOwnUrl)
  if (!link.startsWith('/')) {
    const url = new URL(link, isAbsolute ? makeOwnUrl : `http://relative${makeOwnUrl}`)
    return isAbsolute ? url.href : url.pathname + url.search
  }
  const prefix = base === '' ? '' : new URL(base).pathname.replace(/\/$/, '')
  return prefix !== '' && link.startsWith(`${prefix}/`) ? new URL(base).origin + link : base + link
}

/** Returns the URL of a page with a smaller page size, if it contains one. */
function withSize(address: string, paging: PagingRules, size: number | undefined): string {
  if (size === undefined || paging.style === 'none' || !paging.size) return address
  const { param } = paging.size
  const queryAt = address.indexOf('?') + 1
  if (queryAt === 0) return address
  const isSize = (part: string) => new URLSearchParams(part).has(param)
  // The rest of the URL stays unchanged, because it may be signed.
  const parts = address.slice(queryAt).split('&')
  return (
    address.slice(0, queryAt) +
    parts.map((part) => (isSize(part) ? `${part.split('=')[0]}=${size}` : part)).join('&')
  )
}
