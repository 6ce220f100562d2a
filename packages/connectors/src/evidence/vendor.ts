import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { isMembers, membersOf } from '../members.ts'
import { at, put } from '../declarative/dot-path.ts'
import { idTemplateOf } from '../declarative/ids.ts'
import { requireValue } from '../require-value.ts'
import { standInValue } from '../declarative/stand-in/stand-in.ts'
import type { Spec, SpecOperation, SpecParameter } from './facts.ts'

/** More than the page of a provider with unspecified page size. */
const usualPage = 25
const usualMost = 100

/** Member of every record that is more than an ID. */
export const contentOfRecord = 'number'

/** Enough for three pages of any size. */
export const recordsEach = 230

/** Returns the maximum page size, regardless of the requested one. */
const most = (parameter: SpecParameter | undefined) => Math.min(parameter?.max ?? usualMost, 100)

const names = {
  cursor:
    /^(?:cursor|page\[cursor\]|next_?cursor|page_?token|next_?page_?token|starting_after|start_?after|after|page_info|continuation(?:_?token)?|bookmark|scroll_?param|next|marker|page\.after|pagination\.cursor|last_?seen_?id|page\[after\])$/i,
  offset:
    /^(?:offset|skip|start|startat|start_?index|_skip|\$skip|page\[offset\]|startposition|skiprecords|pagination\.offset)$/i,
  page: /^(?:page|page_?number|page_?no|page\[number\]|_page|page\[page\]|page\.number|page_?index|current_?page)$/i,
  size: /^(?:limit|per_?page|page_?size|count|max_?results|page\[size\]|page\[limit\]|top|\$top|take|first|size|_limit|max_?return|batch_?size|page\.size|per|records_?per_?page|max|pagination\.limit)$/i,
  hiding:
    /^(?:status|state|archived|archived_status|disabled|active|include_?(?:archived|disabled|inactive|converted)\w*|show_?(?:archived|completed)|filter)$/i,
  nextURL:
    /(?:^|\.)(?:@odata\.nextLink|next(?:_?(?:page|url|uri|link|href|page_url|page_uri|page_link))?|next\.(?:href|uri|url|link)|nextPage\.uri)$/i,
  nextCursor:
    /(?:^|\.)(?:next_?cursor|cursor|next_?page_?token|next_?token|next_?offset|starting_after|end_?cursor|after|next_starting_after|next\.starting_after|next|next_?page|scroll_param|next_page_id|continuation|bookmark)$/i,
  total: /(?:^|\.)(?:total|total_?(?:count|results|items|records|elements))$/i,
  pages: /(?:^|\.)(?:total_?pages|page_?count|last_?page|num_?pages)$/i,
  more: /(?:^|\.)(?:has_?more|has_?next(?:_?page)?|more_?data_?available|more_items_in_collection)$/i,
}

const everything = /^(?:all|any|both|all_not_deleted|true|\*|)$/i

interface Kept {
  id: string
  fields: Record<string, unknown>
}

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
  readonly #operations: { method: string; pattern: RegExp; operation: SpecOperation }[]
  readonly #written: Record<string, unknown>[] = []
  readonly #count: number

  constructor(spec: Pick<Spec, 'operations'>, { count = recordsEach }: { count?: number } = {}) {
    this.#count = count
    this.#operations = Object.entries(spec.operations)
      .map(([key, operation]) => {
        const [method = '', path = ''] = key.split(' ')
        const pattern = path
          .split('{}')
          .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
          .join('[^/]+')
        return {
          method,
          pattern: new RegExp(`^(?:https://.*)?${pattern}(?:\\.json)?/?$`),
          operation,
        }
      })
      // Paths with fewer variables take precedence.
      .toSorted(
        (one, other) =>
          one.pattern.source.split('[^/]+').length - other.pattern.source.split('[^/]+').length,
      )
  }

  /** Received records. */
  get written(): readonly Record<string, unknown>[] {
    return this.#written
  }

  operationOf(method: string, path: string): SpecOperation | undefined {
    return this.#operations.find((one) => one.method === method && one.pattern.test(path))
      ?.operation
  }

  request(request: ProviderRequest): Promise<ProviderResponse> {
    const { method = 'GET', path } = request
    const text = membersOf(request.body)['query']
    if (typeof text === 'string' && /^(?:query|mutation)\b[^{]*\{/.test(text)) {
      return Promise.resolve({ headers: {}, body: undefined, ...this.#graphql(text) })
    }
    const [place = '', asked = ''] = path.split('?', 2)
    const operation = this.operationOf(method, place)
    const absent = absentHeader(operation, request)
    if (absent !== undefined) {
      return Promise.resolve({ headers: {}, ...refusal(`The header ${absent} is required.`) })
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
      if ((this.#polls.get(jobIn(place)) ?? 0) < 2) return refusal('The job has not ended.')
      const rows = this.#records(operation, [], {}).map(({ fields }) => fields)
      const columns = Object.keys(rows[0] ?? {})
      const lines = [columns, ...rows.map((row) => columns.map((name) => String(row[name])))]
      return ranged(lines.map((line) => line.join(',')).join('\n'), request)
    }
    if (job.statuses) {
      const polls = this.#polls.get(jobIn(place))
      if (polls === undefined) return { status: 404, body: { message: 'There is no such job.' } }
      this.#polls.set(jobIn(place), polls + 1)
      const reply = {}
      put(reply, job.at ?? '', job.statuses[Math.min(polls, job.statuses.length - 1)])
      return { status: 200, body: reply }
    }
    const taken = this.#take(operation, request, query)
    if (taken.status >= 400) return taken
    const id = `job${++this.#jobs}`
    this.#polls.set(id, 0)
    const reply = {}
    put(reply, job.at ?? '', id)
    return { status: 200, body: reply }
  }

  /** Returns the record that a path names. */
  #one(
    operation: SpecOperation,
    place: string,
    query: Readonly<Record<string, string>>,
  ): Partial<ProviderResponse> & { status: number } {
    const unknown = Object.keys(query).find((name) => !isKnown(operation.params ?? [], name))
    if (unknown !== undefined) return refusal(`The parameter ${unknown} is unknown.`)
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
    const operation = this.operationOf(asked.kind, asked.field)
    const schema = operation?.graphql
    if (!operation || !schema) return refusal(`The field ${asked.field} is unknown.`)
    const strange = flat(asked.arguments)
      .map(([name]) => name)
      .find((name) => !isKey(schema.arguments, name))
    if (strange !== undefined) return refusal(`The argument ${strange} is unknown.`)
    const absent = schema.required?.find((name) => at(asked.arguments, name) === undefined)
    if (absent !== undefined) return refusal(`The argument ${absent} is required.`)
    // A variable that is never null may be sent where the schema accepts null.
    const wrong = Object.entries(asked.variables).find(
      ([argument, type]) =>
        ![type, type.replace(/!$/, '')].includes(schema.types?.[argument] ?? ''),
    )
    if (wrong) return refusal(`The argument ${wrong[0]} is not of the type ${wrong[1]}.`)
    const missing = asked.selected.find(
      (name) => name !== '__typename' && !schema.fields.includes(name),
    )
    if (missing !== undefined) return refusal(`The field ${missing} is unknown.`)
    if (asked.kind === 'MUTATION') {
      const reply = {}
      const id = asked.selected.find((name) => /(?:^|\.)id$/.test(name))
      if (id !== undefined) put(reply, `data.${asked.field}.${id}`, createdId)
      return { status: 200, body: reply }
    }
    const { within: inner } = schema
    const isInner = inner && asked.selected.some((name) => name.startsWith(`${inner.field}.`))
    const { list, paging } = isInner ? inner : operation
    const isShown = schema.shows === undefined || at(asked.arguments, schema.shows) === true
    const all = this.#records(operation, [], {}).slice(0, isShown ? undefined : this.#count / 2)
    if (!paging) return { status: 200, body: within(list, all) }
    const query = Object.fromEntries(flat(asked.arguments))
    return listed(
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
    const body = membersOf(request.body)
    const asked = { ...query, ...Object.fromEntries(flat(body)) }
    const inQuery = params.filter((one) => (one.in ?? 'query') === 'query')
    const unknown = Object.keys(query).find((name) => name !== '~next' && !isKnown(inQuery, name))
    if (unknown !== undefined) return refusal(`The parameter ${unknown} is unknown.`)
    const missing = inQuery.find(({ name, required }) => required && !isGiven(query, name))
    if (missing) return refusal(`The parameter ${missing.name} is required.`)
    const absent = (operation.body?.required ?? []).find((name) => at(body, name) === undefined)
    if (absent !== undefined) return refusal(`The member ${absent} of the body is required.`)

    const known = [
      ...inQuery,
      ...(operation.body?.keys ?? []).map((name): SpecParameter => ({ name, in: 'body' })),
    ]
    const of = (pattern: RegExp) => known.find(({ name }) => pattern.test(name))
    const [cursor, offset, page, size] = [
      of(names.cursor),
      of(names.offset),
      of(names.page),
      of(names.size),
    ]
    const some = operation.some === undefined ? undefined : query[operation.some]?.split(',')
    const all = this.#records(operation, inQuery, query)
    if (some)
      return {
        status: 200,
        body: within(
          list,
          all.filter(({ id }) => some.includes(id)),
        ),
      }
    if (operation.single) return { status: 200, body: all[0]?.fields }
    if (operation.statement) {
      return stated(all, query[operation.statement.in] ?? '', operation.statement)
    }
    if (operation.sql) return queried(all, operation, { sql: operation.sql, body, query })
    if (operation.paging) {
      return listed(all, operation, { asked, place, query, inQuery })
    }
    const length = Math.min(Number(asked[size?.name ?? ''] ?? usualPage) || usualPage, most(size))
    const nextCursor = next.find((one) => names.nextCursor.test(one) && !one.startsWith('header:'))
    const nextURL = next.find((one) => names.nextURL.test(one) && !one.startsWith('header:'))
    const isLinked = next.some((one) => one.toLowerCase() === 'header:link')
    const isPaged = Boolean((cursor && (nextCursor ?? nextURL)) ?? offset ?? page ?? isLinked)

    const reply: Record<string, unknown> = {}
    const headers: Record<string, string> = {}
    const set = (where: string | undefined, value: unknown) => {
      if (where !== undefined && list !== '') put(reply, where, value)
    }
    let shown = all
    if (isPaged) {
      const from = startOf({ asked, cursor, offset, page, length })
      if (from === undefined) return refusal('This page is unknown.')
      shown = all.slice(from, from + length)
      const isLast = from + length >= all.length
      set(
        next.find((one) => names.more.test(one)),
        !isLast,
      )
      set(
        next.find((one) => names.pages.test(one)),
        Math.ceil(all.length / length),
      )
      set(
        next.find((one) => names.total.test(one)),
        all.length,
      )
      const address = () =>
        addressOf(place, query, { cursor, offset, page, from: from + length, length })
      if (isLinked && !isLast) headers['link'] = `<${address()}>; rel="next"`
      if (!isLast) {
        if (cursor && nextCursor !== undefined && !isURL(nextCursor, nextURL)) {
          set(nextCursor, `c${from + length}`)
        } else if (nextURL !== undefined) set(nextURL, address())
        else if (offset && nextCursor !== undefined) set(nextCursor, from + length)
        else if (page && nextCursor !== undefined) set(nextCursor, from / length + 2)
      }
    }
    const items = shown.map(({ fields }) => fields)
    if (list === '' || list === null || list === undefined)
      return { status: 200, headers, body: items }
    put(reply, list, items)
    return { status: 200, headers, body: reply }
  }

  /** Returns the records of a call: those hidden by a default filter only if requested. */
  #records(
    { itemWrap, itemId, ids = [], times = [], brief, numbers: isNumbered, recent }: SpecOperation,
    params: readonly SpecParameter[],
    query: Readonly<Record<string, string>>,
  ): Kept[] {
    const filter = params.find(
      ({ name, default: usual }) =>
        names.hiding.test(name) && usual !== undefined && !everything.test(String(usual)),
    )
    const hides =
      (filter !== undefined && !isGiven(query, filter.name)) ||
      (recent !== undefined && !isGiven(query, recent))
    const count = hides ? Math.floor(this.#count / 2) : this.#count
    return Array.from({ length: count }, (_, n) => {
      const id = isNumbered ? String(n) : `r${n}`
      // The content of a record also distinguishes those without ID.
      const fields: Record<string, unknown> = brief ? {} : { [contentOfRecord]: n }
      const prefix = itemWrap === undefined ? '' : `${itemWrap}.`
      for (const place of ids) put(fields, place.startsWith(prefix) ? place : prefix + place, id)
      for (const place of times) {
        put(fields, place.startsWith(prefix) ? place : prefix + place, '2026-01-31T12:00:00Z')
      }
      if (itemId !== undefined) put(fields, itemId, isNumbered ? n : id)
      return { id, fields }
    })
  }

  #take(
    { params = [], body: wanted, replyId }: SpecOperation,
    request: ProviderRequest,
    query: Readonly<Record<string, string>>,
  ): Partial<ProviderResponse> & { status: number } {
    const inQuery = params.filter((one) => (one.in ?? 'query') === 'query')
    const unknown = Object.keys(query).find((name) => !isKnown(inQuery, name))
    if (unknown !== undefined) return refusal(`The parameter ${unknown} is unknown.`)
    const missing = inQuery.find(({ name, required }) => required && !isGiven(query, name))
    if (missing) return refusal(`The parameter ${missing.name} is required.`)
    if (wanted) {
      const isForm = wanted.contentType?.includes('form') === true
      const body = typeof request.body === 'string' ? formOf(request.body) : request.body
      if (isForm !== (typeof request.body === 'string')) {
        return refusal(`The body is not ${wanted.contentType ?? 'JSON'}.`)
      }
      for (const [place, value] of Object.entries(wanted.constants ?? {})) {
        if (at(body, place) !== value)
          return refusal(`The body needs ${String(value)} at ${place}.`)
      }
      const within: unknown = wanted.wrap === undefined ? body : at(body, wanted.wrap)
      const record: unknown = wanted.array && Array.isArray(within) ? within[0] : within
      if (!isMembers(record) && !isForm) {
        return refusal(`The body has no record at ${wanted.wrap ?? 'its top'}.`)
      }
      const given = membersOf(record)
      const lacking = (wanted.required ?? []).find(
        (name) => !isGiven(given, name) && at(given, name) === undefined,
      )
      if (lacking !== undefined && !isForm) return refusal(`The member ${lacking} is required.`)
      const isStrange =
        wanted.keys.length > 0 && !Object.keys(given).some((name) => isKey(wanted.keys, name))
      if (isStrange && !isForm) return refusal('The body has none of the members that are known.')
      this.#written.push(given)
    }
    const reply: Record<string, unknown> = {}
    if (replyId?.startsWith('header:')) {
      return {
        status: 204,
        headers: { [replyId.slice('header:'.length).toLowerCase()]: createdId },
      }
    }
    for (const place of idTemplateOf(replyId)?.places ?? [replyId ?? '']) {
      if (place !== '') put(reply, place, createdId)
    }
    return {
      status: request.method === 'DELETE' ? 204 : 200,
      body: replyId === '' ? createdId : reply,
    }
  }
}

const jobIn = (place: string) => /job\d+/.exec(place)?.[0] ?? ''

/** Returns a file, or the range of bytes that is asked for. */
function ranged(
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

const conditionForm = String.raw`[\w.]+ (?:[<>]?=|[<>]|IN|LIKE) (?:'[^']*'|\([^()]*\))`
const statementForm = new RegExp(
  String.raw`^SELECT \* FROM (\w+)(?: WHERE (${conditionForm}(?: AND ${conditionForm})*))?(?: STARTPOSITION (\d+))?(?: MAXRESULTS (\d+))?$`,
)

/** A page of the records of the entity that a statement selects. */
function stated(
  all: readonly Kept[],
  text: string,
  { active, names: replyNames = {} }: NonNullable<SpecOperation['statement']>,
): Partial<ProviderResponse> & { status: number } {
  const [, entity, where = '', start = '1', size = '100'] = statementForm.exec(text) ?? []
  if (entity === undefined) return refusal(`The statement ${text} is invalid.`)
  const hides = active.includes(entity) && !where.includes('Active IN (true, false)')
  const known = hides ? all.slice(0, all.length / 2) : all
  const from = Number(start) - 1
  const records = known.slice(from, from + Math.min(Number(size), usualMost))
  return {
    status: 200,
    body: {
      QueryResponse: {
        ...(records.length > 0 && {
          [replyNames[entity] ?? entity]: records.map(({ fields }) => fields),
          startPosition: Number(start),
          maxResults: records.length,
        }),
      },
    },
  }
}

/** A page of the rows that a query selects: those after a value, in its order. */
function queried(
  all: readonly Kept[],
  { list, next = [] }: SpecOperation,
  {
    sql,
    body,
    query,
  }: {
    sql: NonNullable<SpecOperation['sql']>
    body: Record<string, unknown>
    query: Readonly<Record<string, string>>
  },
): Partial<ProviderResponse> & { status: number } {
  const statement = String(at(body, sql.in))
  if (!/^SELECT .+ FROM \w+(?: WHERE .+)? ORDER BY \S+$/.test(statement)) {
    return refusal(`The query is invalid: ${statement}`)
  }
  const start = statement.indexOf(`${sql.column} > `)
  const last = start < 0 ? -1 : Number.parseInt(statement.slice(start + sql.column.length + 3), 10)
  const size = Number(query['limit'] ?? query['$top'] ?? usualMost)
  const left = all.filter(({ id }) => Number(id) > last)
  const reply = {
    ...(next.includes('hasMore') && { hasMore: left.length > Math.min(size, most(undefined)) }),
  }
  put(
    reply,
    list ?? '',
    left.slice(0, Math.min(size, most(undefined))).map(({ fields }) => fields),
  )
  return { status: 200, body: reply }
}

const within = (place: string | null | undefined, all: readonly Kept[]) => {
  const reply = {}
  put(
    reply,
    place ?? 'data',
    all.map(({ fields }) => fields),
  )
  return reply
}

/** The field that a query or mutation asks for, with its arguments and what is selected of it. */
function parseGraphQL(text: string) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[$\w.-]+!?|[{}():[\]]/g) ?? []
  let next = 0
  const take = () => requireValue(tokens[next++])
  const value = (): unknown => {
    const token = take()
    if (token === '{') return members('}')
    if (token === '[') {
      const list: unknown[] = []
      while (tokens[next] !== ']') list.push(value())
      next++
      return list
    }
    return token.startsWith('"') || /^(?:true|false|null|-?[\d.]+)$/.test(token)
      ? (JSON.parse(token) as unknown)
      : token
  }
  const members = (end: string) => {
    const object: Record<string, unknown> = {}
    while (tokens[next] !== end) {
      const name = take()
      next++
      object[name] = value()
    }
    next++
    return object
  }
  /** Arguments of selected fields. */
  const inner: Record<string, unknown> = {}
  const selected = (prefix: string): string[] => {
    const found: string[] = []
    next++
    while (tokens[next] !== '}') {
      const name = prefix + take()
      if (tokens[next] === '(') {
        next++
        put(inner, name, members(')'))
      }
      found.push(...(tokens[next] === '{' ? selected(`${name}.`) : [name]))
    }
    next++
    return found
  }
  const kind = take().toUpperCase()
  const types = tokens[next] === '(' ? (next++, members(')')) : {}
  next++
  const field = take()
  const given = tokens[next] === '(' ? (next++, members(')')) : {}
  const fields = tokens[next] === '{' ? selected('') : []
  return {
    kind,
    field,
    arguments: { ...given, ...inner },
    variables: Object.fromEntries(
      Object.entries(given).flatMap(([name, variable]): [string, string][] =>
        typeof variable === 'string' && variable.startsWith('$')
          ? [[name, String(types[variable])]]
          : [],
      ),
    ),
    selected: fields,
  }
}

/** A page in the way that is known of the vendor. */
function listed(
  all: readonly Kept[],
  { list, paging }: SpecOperation,
  {
    asked,
    place,
    query,
    inQuery,
  }: {
    asked: Readonly<Record<string, string>>
    place: string
    query: Readonly<Record<string, string>>
    inQuery: readonly SpecParameter[]
  },
): Partial<ProviderResponse> & { status: number } {
  const {
    style,
    param = '',
    start = style === 'page' ? 1 : 0,
    from: nextAt,
    size,
    alone,
  } = requireValue(paging)
  const reply: Record<string, unknown> = {}
  const headers: Record<string, string> = {}
  const set = (where: string | undefined, value: unknown) => {
    if (where === undefined) return
    if (where.startsWith('header:'))
      headers[where.slice('header:'.length).toLowerCase()] = String(value)
    else if (list !== '') putAt(reply, where, value)
  }
  const described = inQuery.find(({ name }) => name === size?.param)
  const askedLength = alone ? asked['~next']?.split('-')[1] : undefined
  const length =
    style === 'none'
      ? all.length
      : Math.min(
          Number(askedLength ?? asked[size?.param ?? ''] ?? usualPage) || usualPage,
          most(
            described?.max === undefined
              ? size && { name: size.param, ...(size.max && { max: size.max }) }
              : described,
          ),
        )
  const token = asked[style === 'next-url' || style === 'link-header' ? '~next' : param]
  const isNumbered = style === 'page' || style === 'offset'
  const [, digits] = /(\d+)/.exec(token ?? '') ?? []
  if (token !== undefined && token !== '' && digits === undefined)
    return refusal('This page is unknown.')
  if (alone && token !== undefined && Object.keys(query).length > 1)
    return refusal('The next page takes no other parameter.')
  const from =
    token === undefined || token === ''
      ? 0
      : style === 'page'
        ? Math.max(0, Number(digits) - start) * length
        : style === 'last-id'
          ? Number(digits) + 1
          : Number(digits) - (isNumbered ? start : 0)
  const shown = all.slice(from, from + length)
  const isLast = from + length >= all.length
  if (paging?.more !== undefined) set(paging.more, paging.moreMeans ? isLast : !isLast)
  set(paging?.total, all.length)
  if (style === 'page') set(paging?.last, Math.ceil(all.length / length))
  if (!isLast && (style === 'next-url' || style === 'link-header')) {
    const after = alone
      ? { '~next': `${from + length}-${length}` }
      : { ...query, '~next': String(from + length) }
    const address = `${place}?${new URLSearchParams(after)}`
    if (style === 'next-url') set(nextAt, address)
    else headers['link'] = `<${address}>; rel="next"`
  } else if (!isLast && nextAt !== undefined) {
    set(nextAt, style === 'cursor' ? `c${from + length}` : from + length + start)
  }
  const items = shown.map(({ fields }) => fields)
  if (list === '' || list === null || list === undefined)
    return { status: 200, headers, body: items }
  put(reply, list, items)
  return { status: 200, headers, body: reply }
}

function putAt(target: Record<string, unknown>, place: string, value: unknown): void {
  if (place.startsWith('@') || !place.includes('.')) target[place] = value
  else put(target, place, value)
}

/** ID of every created record. */
export const createdId = 'new1'

const refusal = (message: string) => ({ status: 400, body: { message, errorMessages: [message] } })

/** Returns a header that is required and not sent; those of the credential are not the entry's. */
function absentHeader(
  operation: SpecOperation | undefined,
  { headers = {} }: ProviderRequest,
): string | undefined {
  const sent = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return operation?.params?.find(
    ({ name, in: place, required }) =>
      place === 'header' &&
      required &&
      !/^(?:authorization|accept|content-type|x-api-key)$/i.test(name) &&
      !sent.has(name.toLowerCase()),
  )?.name
}

const isKnown = (params: readonly SpecParameter[], name: string) =>
  params.some(
    (one) =>
      one.name === name ||
      one.name === `${name}[]` ||
      `${one.name}[]` === name ||
      name.startsWith(`${one.name.replace(/\[.*$/, '')}[`) ||
      name.startsWith(`${one.name}.`),
  )

const isKey = (keys: readonly string[], name: string) =>
  keys.some((one) => one === name || one.startsWith(`${name}.`) || name.startsWith(`${one}.`))

const isGiven = (query: Readonly<Record<string, unknown>>, name: string) =>
  Object.keys(query).some(
    (one) => one === name || one.startsWith(`${name}[`) || `${one}[]` === name,
  )

function flat(value: Record<string, unknown>, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, one]): [string, string][] =>
    isMembers(one) ? flat(one, `${prefix}${name}.`) : [[prefix + name, String(one)]],
  )
}

const formOf = (text: string) => Object.fromEntries(new URLSearchParams(text))

const isURL = (place: string, nextURL: string | undefined) =>
  place === nextURL && /(?:url|uri|link|href)$/i.test(place)

/** Returns the start of a page; undefined for an unknown cursor. */
function startOf({
  asked,
  cursor,
  offset,
  page,
  length,
}: {
  asked: Readonly<Record<string, string>>
  cursor: SpecParameter | undefined
  offset: SpecParameter | undefined
  page: SpecParameter | undefined
  length: number
}): number | undefined {
  const token = cursor && asked[cursor.name]
  if (token !== undefined && token !== '') {
    const [, kind, from] = /^([cr]?)(\d+)$/.exec(token) ?? []
    return from === undefined ? undefined : Number(from) + (kind === 'r' ? 1 : 0)
  }
  const skip = offset && asked[offset.name]
  if (skip !== undefined) return /^\d+$/.test(skip) ? Number(skip) : undefined
  const number = page && asked[page.name]
  if (number === undefined || number === '') return 0
  const first = page?.default === 0 || page?.default === '0' ? 0 : 1
  return /^\d+$/.test(number) ? Math.max(0, Number(number) - first) * length : undefined
}

function addressOf(
  place: string,
  query: Readonly<Record<string, string>>,
  {
    cursor,
    offset,
    page,
    from,
    length,
  }: {
    cursor: SpecParameter | undefined
    offset: SpecParameter | undefined
    page: SpecParameter | undefined
    from: number
    length: number
  },
): string {
  const parameters = new URLSearchParams(query)
  if (cursor) parameters.set(cursor.name, `c${from}`)
  else if (offset) parameters.set(offset.name, String(from))
  else if (page) parameters.set(page.name, String(from / length + 1))
  return `${place}?${parameters}`
}
