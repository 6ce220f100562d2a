import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { getAtDotPath, setAtDotPath, putAt } from '../declarative/calls/dot-path.ts'
import { parseIdTemplate } from '../declarative/calls/ids.ts'
import { standInValue } from '../declarative/stand-in/match-request.ts'
import { isMembers, getMembers } from '../members.ts'
import type { Spec, SpecOperation, SpecParameter } from './facts.ts'
import { parseGraphQL } from './parse-graphql.ts'
import { usualNames, everythingShown } from './usual-names.ts'
import {
  usualVendorPage,
  getMaxPageSize,
  type VendorRecord,
  recordsWithin,
  pageOfList,
  vendorRejection,
  isAddressPlace,
  startOfVendorPage,
  addressOfNext,
} from './vendor-pages.ts'
import { pageOfStatement, pageOfQuery } from './vendor-queries.ts'
import {
  type MatchedOperation,
  matchOperations,
  absentHeader,
  isKnownParameter,
  isWrittenKey,
  isGivenParameter,
  flattenForm,
} from './specified-request.ts'

/** Member of every record that is more than an ID. */
export const contentOfRecord = 'number'

/** Enough for three pages of any size. */
export const recordsEach = 230

/**
 * Simulates a provider from its specification instead of the entry: it rejects unknown parameters
 * and requires mandatory ones, has its own page size and paging, applies its default filters, and
 * accepts only specified bodies. Unspecified behavior is not tested.
 */
export class SpecifiedProvider implements ProviderClient {
  readonly metadata: Readonly<Record<string, string>> = new Proxy(
    {},
    {
      get: () => standInValue,
      has: () => true,
      getOwnPropertyDescriptor: () => ({
        value: standInValue,
        enumerable: true,
        configurable: true,
      }),
    },
  )
  readonly #operations: readonly MatchedOperation[]
  readonly #written: Record<string, unknown>[] = []
  readonly #count: number

  constructor(spec: Pick<Spec, 'operations'>, { count = recordsEach }: { count?: number } = {}) {
    this.#count = count
    this.#operations = matchOperations(spec)
  }

  /** Received records. */
  get written(): readonly Record<string, unknown>[] {
    return this.#written
  }

  findOperation(method: string, path: string): SpecOperation | undefined {
    return this.#operations.find((one) => one.method === method && one.pattern.test(path))
      ?.operation
  }

  request(request: ProviderRequest): Promise<ProviderResponse> {
    const { method = 'GET', path } = request
    const text = getMembers(request.body)['query']
    if (typeof text === 'string' && /^(?:query|mutation)\b[^{]*\{/.test(text)) {
      return Promise.resolve({ headers: {}, body: undefined, ...this.#graphql(text) })
    }
    const [place = '', asked = ''] = path.split('?', 2)
    const operation = this.findOperation(method, place)
    const absent = absentHeader(operation, request)
    if (absent !== undefined) {
      return Promise.resolve({
        headers: {},
        ...vendorRejection(`The header ${absent} is required.`),
      })
    }
    const query: Record<string, string> = {}
    for (const [name, value] of [
      ...new URLSearchParams(asked),
      ...Object.entries(request.query ?? {}).map(([one, given]) => [one, [given].flat().join(',')]),
    ]) {
      if (name !== undefined && value !== undefined) query[name] = value
    }
    const reply = operation
      ? operation.job
        ? this.#job(operation, operation.job, { request, query, place })
        : operation.item !== undefined
          ? this.#one(operation, place, query)
          : operation.list === undefined
            ? this.#take(operation, request, query)
            : this.#list(operation, request, { query, place })
      : { status: 404, body: { message: `There is no ${method} ${place}.` } }
    return Promise.resolve({ headers: {}, body: undefined, ...reply })
  }

  readonly #polls = new Map<string, number>()
  #jobs = 0

  /** Starts a job, reports its status, or returns its file. */
  #job(
    operation: SpecOperation,
    job: NonNullable<SpecOperation['job']>,
    {
      request,
      query,
      place,
    }: { request: ProviderRequest; query: Record<string, string>; place: string },
  ): Partial<ProviderResponse> & { status: number } {
    if (job.file) {
      if ((this.#polls.get(jobIn(place)) ?? 0) < 2) return vendorRejection('The job has not ended.')
      const rows = this.#records(operation, [], {}).map(({ fields }) => fields)
      const columns = Object.keys(rows[0] ?? {})
      const lines = [columns, ...rows.map((row) => columns.map((name) => String(row[name])))]
      return takeRange(lines.map((line) => line.join(',')).join('\n'), request)
    }
    if (job.statuses) {
      const polls = this.#polls.get(jobIn(place))
      if (polls === undefined) return { status: 404, body: { message: 'There is no such job.' } }
      this.#polls.set(jobIn(place), polls + 1)
      const reply = {}
      setAtDotPath(reply, job.at ?? '', job.statuses[Math.min(polls, job.statuses.length - 1)])
      return { status: 200, body: reply }
    }
    const taken = this.#take(operation, request, query)
    if (taken.status >= 400) return taken
    const id = `job${++this.#jobs}`
    this.#polls.set(id, 0)
    const reply = {}
    setAtDotPath(reply, job.at ?? '', id)
    return { status: 200, body: reply }
  }

  /** Returns the record that a path names. */
  #one(
    operation: SpecOperation,
    place: string,
    query: Readonly<Record<string, string>>,
  ): Partial<ProviderResponse> & { status: number } {
    const unknown = Object.keys(query).find(
      (name) => !isKnownParameter(operation.params ?? [], name),
    )
    if (unknown !== undefined) return vendorRejection(`The parameter ${unknown} is unknown.`)
    const id = decodeURIComponent(place.slice(place.lastIndexOf('/') + 1))
    const { fields } = this.#records(operation, [], {}).find((one) => one.id === id) ?? {}
    if (!fields) return { status: 404, body: { message: `There is no record ${id}.` } }
    if (!operation.item) return { status: 200, body: fields }
    const reply = {}
    putAt(reply, operation.item, fields)
    return { status: 200, body: reply }
  }

  /** Answers a query or mutation of one field, as a server that knows the schema. */
  #graphql(text: string): Partial<ProviderResponse> & { status: number } {
    const asked = parseGraphQL(text)
    const operation = this.findOperation(asked.kind, asked.field)
    const schema = operation?.graphql
    if (!operation || !schema) return vendorRejection(`The field ${asked.field} is unknown.`)
    const strange = flattenForm(asked.arguments)
      .map(([name]) => name)
      .find((name) => !isWrittenKey(schema.arguments, name))
    if (strange !== undefined) return vendorRejection(`The argument ${strange} is unknown.`)
    const absent = schema.required?.find(
      (name) => getAtDotPath(asked.arguments, name) === undefined,
    )
    if (absent !== undefined) return vendorRejection(`The argument ${absent} is required.`)
    // A variable that is never null may be sent where the schema accepts null.
    const wrong = Object.entries(asked.variables).find(
      ([argument, type]) =>
        ![type, type.replace(/!$/, '')].includes(schema.types?.[argument] ?? ''),
    )
    if (wrong) return vendorRejection(`The argument ${wrong[0]} is not of the type ${wrong[1]}.`)
    const missing = asked.selected.find(
      (name) => name !== '__typename' && !schema.fields.includes(name),
    )
    if (missing !== undefined) return vendorRejection(`The field ${missing} is unknown.`)
    if (asked.kind === 'MUTATION') {
      const reply = {}
      const id = asked.selected.find((name) => /(?:^|\.)id$/.test(name))
      if (id !== undefined) setAtDotPath(reply, `data.${asked.field}.${id}`, createdId)
      return { status: 200, body: reply }
    }
    const { within: inner } = schema
    const isInner = inner && asked.selected.some((name) => name.startsWith(`${inner.field}.`))
    const { list, paging } = isInner ? inner : operation
    const isShown =
      schema.shows === undefined || getAtDotPath(asked.arguments, schema.shows) === true
    const all = this.#records(operation, [], {}).slice(0, isShown ? undefined : this.#count / 2)
    if (!paging) return { status: 200, body: recordsWithin(list, all) }
    const query = Object.fromEntries(flattenForm(asked.arguments))
    return pageOfList(
      all,
      { ...operation, ...(isInner && inner) },
      { asked: query, place: '', query, inQuery: [] },
    )
  }

  #list(
    operation: SpecOperation,
    request: ProviderRequest,
    { query, place }: { query: Record<string, string>; place: string },
  ): Partial<ProviderResponse> & { status: number } {
    const { params = [], list, next = [] } = operation
    const body = getMembers(request.body)
    const asked = { ...query, ...Object.fromEntries(flattenForm(body)) }
    const inQuery = params.filter((one) => (one.in ?? 'query') === 'query')
    const unknown = Object.keys(query).find(
      (name) => name !== '~next' && !isKnownParameter(inQuery, name),
    )
    if (unknown !== undefined) return vendorRejection(`The parameter ${unknown} is unknown.`)
    const missing = inQuery.find(({ name, required }) => required && !isGivenParameter(query, name))
    if (missing) return vendorRejection(`The parameter ${missing.name} is required.`)
    const invalid = inQuery.find(({ name, values }) => {
      const value = query[name]
      return values && value !== undefined && !values.includes(value.split(' ')[0] ?? '')
    })
    if (invalid) return vendorRejection(`The value of the parameter ${invalid.name} is invalid.`)
    const absent = (operation.body?.required ?? []).find(
      (name) => getAtDotPath(body, name) === undefined,
    )
    if (absent !== undefined)
      return vendorRejection(`The member ${absent} of the body is required.`)

    const known = [
      ...inQuery,
      ...(operation.body?.keys ?? []).map((name): SpecParameter => ({ name, in: 'body' })),
    ]
    const of = (pattern: RegExp) => known.find(({ name }) => pattern.test(name))
    const [cursor, offset, page, size] = [
      of(usualNames.cursor),
      of(usualNames.offset),
      of(usualNames.page),
      of(usualNames.size),
    ]
    const some = operation.some === undefined ? undefined : query[operation.some]?.split(',')
    const all = this.#records(operation, inQuery, query)
    if (some)
      return {
        status: 200,
        body: recordsWithin(
          list,
          all.filter(({ id }) => some.includes(id)),
        ),
      }
    if (operation.single) return { status: 200, body: all[0]?.fields }
    if (operation.statement) {
      return pageOfStatement(all, query[operation.statement.in] ?? '', operation.statement)
    }
    if (operation.sql) return pageOfQuery(all, operation, { sql: operation.sql, body, query })
    if (operation.paging) {
      return pageOfList(all, operation, { asked, place, query, inQuery })
    }
    const length = Math.min(
      Number(asked[size?.name ?? ''] ?? usualVendorPage) || usualVendorPage,
      getMaxPageSize(size),
    )
    const nextCursor = next.find(
      (one) => usualNames.nextCursor.test(one) && !one.startsWith('header:'),
    )
    const nextURL = next.find((one) => usualNames.nextURL.test(one) && !one.startsWith('header:'))
    const isLinked = next.some((one) => one.toLowerCase() === 'header:link')
    const isPaged = Boolean((cursor && (nextCursor ?? nextURL)) ?? offset ?? page ?? isLinked)

    const reply: Record<string, unknown> = {}
    const headers: Record<string, string> = {}
    const set = (where: string | undefined, value: unknown) => {
      if (where !== undefined && list !== '') setAtDotPath(reply, where, value)
    }
    let shown = all
    if (isPaged) {
      const from = startOfVendorPage({ asked, cursor, offset, page, length })
      if (from === undefined) return vendorRejection('This page is unknown.')
      shown = all.slice(from, from + length)
      const isLast = from + length >= all.length
      set(
        next.find((one) => usualNames.more.test(one)),
        !isLast,
      )
      set(
        next.find((one) => usualNames.pages.test(one)),
        Math.ceil(all.length / length),
      )
      set(
        next.find((one) => usualNames.total.test(one)),
        all.length,
      )
      const address = () =>
        addressOfNext(place, query, { cursor, offset, page, from: from + length, length })
      if (isLinked && !isLast) headers['link'] = `<${address()}>; rel="next"`
      if (!isLast) {
        if (cursor && nextCursor !== undefined && !isAddressPlace(nextCursor, nextURL)) {
          set(nextCursor, `c${from + length}`)
        } else if (nextURL !== undefined) set(nextURL, address())
        else if (offset && nextCursor !== undefined) set(nextCursor, from + length)
        else if (page && nextCursor !== undefined) set(nextCursor, from / length + 2)
      }
    }
    const items = shown.map(({ fields }) => fields)
    if (list === '' || list === null || list === undefined)
      return { status: 200, headers, body: items }
    setAtDotPath(reply, list, items)
    return { status: 200, headers, body: reply }
  }

  /** Returns the records of a call: those hidden by a default filter only if requested. */
  #records(
    operation: SpecOperation,
    params: readonly SpecParameter[],
    query: Readonly<Record<string, string>>,
  ): readonly VendorRecord[] {
    const { recent } = operation
    const filter = params.find(
      ({ name, default: usual }) =>
        usualNames.hiding.test(name) && usual !== undefined && !everythingShown.test(String(usual)),
    )
    const hides =
      (filter !== undefined && !isGivenParameter(query, filter.name)) ||
      (recent !== undefined && !isGivenParameter(query, recent))
    const count = hides ? Math.floor(this.#count / 2) : this.#count
    const all = this.#made.get(operation) ?? this.#make(operation)
    this.#made.set(operation, all)
    return all.slice(0, count)
  }

  /** Records by call, which returns them page by page. */
  readonly #made = new Map<SpecOperation, readonly VendorRecord[]>()

  #make({
    itemWrap,
    itemId,
    ids = [],
    times = [],
    brief,
    numbers: isNumbered,
  }: SpecOperation): VendorRecord[] {
    return Array.from({ length: this.#count }, (_, n) => {
      const id = isNumbered ? String(n) : `r${n}`
      // The content of a record also distinguishes those without ID.
      const fields: Record<string, unknown> = brief ? {} : { [contentOfRecord]: n }
      const prefix = itemWrap === undefined ? '' : `${itemWrap}.`
      for (const place of ids)
        setAtDotPath(fields, place.startsWith(prefix) ? place : prefix + place, id)
      for (const place of times) {
        setAtDotPath(
          fields,
          place.startsWith(prefix) ? place : prefix + place,
          '2026-01-31T12:00:00Z',
        )
      }
      if (itemId !== undefined) setAtDotPath(fields, itemId, isNumbered ? n : id)
      return { id, fields }
    })
  }

  #take(
    { params = [], body: wanted, replyId }: SpecOperation,
    request: ProviderRequest,
    query: Readonly<Record<string, string>>,
  ): Partial<ProviderResponse> & { status: number } {
    const inQuery = params.filter((one) => (one.in ?? 'query') === 'query')
    const unknown = Object.keys(query).find((name) => !isKnownParameter(inQuery, name))
    if (unknown !== undefined) return vendorRejection(`The parameter ${unknown} is unknown.`)
    const missing = inQuery.find(({ name, required }) => required && !isGivenParameter(query, name))
    if (missing) return vendorRejection(`The parameter ${missing.name} is required.`)
    if (wanted) {
      const isForm = wanted.contentType?.includes('form') === true
      const body = typeof request.body === 'string' ? parseForm(request.body) : request.body
      if (isForm !== (typeof request.body === 'string')) {
        return vendorRejection(`The body is not ${wanted.contentType ?? 'JSON'}.`)
      }
      for (const [place, value] of Object.entries(wanted.constants ?? {})) {
        if (getAtDotPath(body, place) !== value)
          return vendorRejection(`The body needs ${String(value)} at ${place}.`)
      }
      const content: unknown = wanted.wrap === undefined ? body : getAtDotPath(body, wanted.wrap)
      const record: unknown = wanted.array && Array.isArray(content) ? content[0] : content
      if (!isMembers(record) && !isForm) {
        return vendorRejection(`The body has no record at ${wanted.wrap ?? 'its top'}.`)
      }
      const given = getMembers(record)
      const lacking = (wanted.required ?? []).find(
        (name) => !isGivenParameter(given, name) && getAtDotPath(given, name) === undefined,
      )
      if (lacking !== undefined && !isForm)
        return vendorRejection(`The member ${lacking} is required.`)
      const isStrange =
        wanted.keys.length > 0 &&
        !Object.keys(given).some((name) => isWrittenKey(wanted.keys, name))
      if (isStrange && !isForm)
        return vendorRejection('The body has none of the members that are known.')
      this.#written.push(given)
    }
    const reply: Record<string, unknown> = {}
    if (replyId?.startsWith('header:')) {
      return {
        status: 204,
        headers: { [replyId.slice('header:'.length).toLowerCase()]: createdId },
      }
    }
    for (const place of parseIdTemplate(replyId)?.places ?? [replyId ?? '']) {
      if (place !== '') setAtDotPath(reply, place, createdId)
    }
    return {
      status: request.method === 'DELETE' ? 204 : 200,
      body: replyId === '' ? createdId : reply,
    }
  }
}

const jobIn = (place: string) => /job\d+/.exec(place)?.[0] ?? ''

/** Returns a file, or the range of bytes that is asked for. */
function takeRange(
  text: string,
  { headers = {} }: ProviderRequest,
): Partial<ProviderResponse> & { status: number } {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? []
  if (from === undefined || to === undefined) return { status: 200, body: text }
  const bytes = Buffer.from(text)
  if (Number(from) >= bytes.length) return { status: 416, body: '' }
  const end = Math.min(Number(to), bytes.length - 1)
  return {
    status: 206,
    headers: { 'content-range': `bytes ${from}-${end}/${bytes.length}` },
    body: bytes.subarray(Number(from), end + 1).toString(),
  }
}

/** ID of every created record. */
export const createdId = 'new1'

const parseForm = (text: string) => Object.fromEntries(new URLSearchParams(text))
