import { isDeepStrictEqual } from 'node:util'
import { isMembers, membersOf } from '../../members.ts'
import { requireValue } from '../../require-value.ts'
import { listBelow, parentValues } from '../below.ts'
import { at, put } from '../dot-path.ts'
import type { ColumnRules } from '../columns.ts'
import type { ChangeFilter, Declaration } from '../entry.ts'
import { graphqlRecord } from '../graphql.ts'
import { composeId, idTemplateOf, partsOfId, type IdTemplate } from '../ids.ts'
import {
  ResolvedObjects,
  type Reading,
  type ResolvedObject,
  type ResolvedWrite,
} from '../resolve.ts'
import { readTime, writeTime, type TimeFormat } from '../times.ts'
import type { StandInReply, StandInRequest } from './exchange.ts'
import { DeclaredWebhooks } from './webhooks.ts'

interface Kept {
  id: string
  changedMs: number
  fields: Record<string, unknown>
}

/** Interval between the changes of a stand-in's records: one month. */
const monthMs = 30 * 86_400_000
const firstMs = Date.parse('2023-03-01T12:00:00Z')

/** Default page size of a stand-in. */
const usualPage = 3

/** Value of every `{{name}}`. */
export const standInValue = 'acme'

/**
 * Simulates a provider from its entry: replies follow the entry's rules, with records made from its
 * fields. It has the same mistakes as the entry; it proves that the entry is consistent and that
 * the engine implements it.
 */
export class DeclaredStandIn {
  readonly objects: ResolvedObjects
  readonly #kept = new Map<string, Kept[]>()
  readonly #count: number
  /** Undefined if the entry defines no subscriptions. */
  readonly webhooks: DeclaredWebhooks | undefined
  #cursors = 0

  constructor(declaration: Declaration, { count = 7 }: { count?: number } = {}) {
    this.objects = new ResolvedObjects(declaration)
    this.#count = count
    const { subscribe } = declaration
    this.webhooks = subscribe && new DeclaredWebhooks(this.objects, subscribe)
  }

  /**
   * Returns the records of an object, oldest change first initially; the fourth and fifth have
   * equal times.
   */
  kept(objectName: string): Kept[] {
    const known = this.#kept.get(objectName)
    if (known) return known
    const object = this.objects.get(objectName)
    const count = object.read?.single ? 1 : this.#count
    const made = Array.from({ length: count }, (_, n) => ({
      id: idOf(object.read?.ids, `${1001 + n}`, { parent: this.#parentOf(object, n) }),
      changedMs: firstMs + (n === 4 ? 3 : n) * monthMs,
      fields: madeOf(object, n),
    }))
    this.#kept.set(objectName, made)
    return made
  }

  change(objectName: string, id: string): void {
    const record = this.kept(objectName).find((one) => one.id === id)
    if (record) record.changedMs = firstMs + 600 * monthMs
  }

  /** Invalidates every issued cursor. */
  loseCursors(): void {
    this.#cursors++
  }

  /** Answers a request to one object, or to the object of its path. */
  answer(request: StandInRequest, objectName?: string): StandInReply {
    const webhookReply = objectName === undefined ? this.webhooks?.answer(request) : undefined
    if (webhookReply) return webhookReply
    const names = objectName === undefined ? this.objects.names : this.#withParents(objectName)
    for (const name of names) {
      const object = this.objects.get(name)
      const reply =
        this.#job(object, request) ??
        this.#record(object, request) ??
        this.#read(object, request) ??
        this.#write(object, request)
      if (reply) return reply
    }
    return { status: 404, body: { message: `There is no ${request.method} ${request.path}.` } }
  }

  readonly #jobs = new Map<string, { kept: readonly Kept[]; polls: number }>()

  /** Starts the job that an object is read by, reports its status, and returns its pages. */
  #job(object: ResolvedObject, request: StandInRequest): StandInReply | undefined {
    const reading = object.read
    if (!reading?.job) return undefined
    const { id, begin = [], status, pages } = reading.job
    const ofCall = (path: string, method: string | undefined) => {
      const { job } =
        (method ?? 'GET') === request.method ? (placesIn(path, request.path) ?? {}) : {}
      return job === undefined ? undefined : { job, state: this.#jobs.get(job) }
    }
    if ((reading.method ?? 'GET') === request.method && filled(reading.path) === request.path) {
      const job = `job-${this.#jobs.size}`
      this.#jobs.set(job, { kept: this.#asked(object, reading, new Asked(request)), polls: 0 })
      const body: Record<string, unknown> = {}
      putAt(body, id, job)
      return { status: 200, body }
    }
    const started = begin.map((call) => ofCall(call.path, call.method ?? 'POST')).find(Boolean)
    if (started) return { status: 200, body: {} }
    const polled = ofCall(status.path, status.method)
    const isPolled = polled?.state && (polled.state.polls < 2 || status.path !== pages.path)
    if (polled?.state && isPolled) {
      const isDone = ++polled.state.polls > 1
      const body: Record<string, unknown> = {}
      if (status.at !== undefined) putAt(body, status.at, isDone ? status.done?.[0] : 'running')
      if (pages.count !== undefined)
        putAt(body, pages.count, Math.ceil(polled.state.kept.length / usualPage))
      if (reading.columns)
        putAt(body, reading.columns.at, columnsOf(reading.columns, polled.state.kept, reading))
      return { status: status.at === undefined && !isDone ? 202 : 200, body }
    }
    const read = ofCall(pages.path, 'GET')
    if (!read?.state) return undefined
    const { kept } = read.state
    if (pages.format === undefined || pages.format === 'json') {
      const { records = reading.records, paging = { style: 'none' as const } } = pages
      const list = { ...reading, records, paging }
      const asked = new Asked(request)
      const size = paging.style === 'none' ? kept.length : (asked.number(paging.size) ?? usualPage)
      const from = this.#from(asked, list, kept, size)
      if (from === undefined) return { status: 400, body: { message: 'This page does not exist.' } }
      const reply = this.#page(object, list, kept.slice(from, from + size), {
        isLast: from + size >= kept.length,
        next: { asked, from: from + size, size, total: kept.length, request },
      })
      // A status and a page can be one call.
      if (isMembers(reply.body)) {
        if (status.at !== undefined) putAt(reply.body, status.at, status.done?.[0])
        if (pages.count !== undefined)
          putAt(reply.body, pages.count, Math.ceil(kept.length / usualPage))
      }
      return reply
    }
    return fileOf(
      kept.map((one) => asRecord(one, reading)),
      pages.format,
      String(request.headers['range'] ?? ''),
    )
  }

  /** Returns the records in the requested piece of an object. */
  #asked(object: ResolvedObject, reading: Reading, asked: Asked): readonly Kept[] {
    const sinceMs = asked.time(reading.since, 'since')
    return this.kept(object.name).filter(
      ({ changedMs }) =>
        asked.isMainPiece(reading) && (sinceMs === undefined || changedMs >= sinceMs),
    )
  }

  #withParents(objectName: string): string[] {
    const parent = this.objects.get(objectName).read?.parent?.object
    return [objectName, ...(parent === undefined ? [] : this.#withParents(parent))]
  }

  /** Value of the parent below which a record is. */
  #parentOf({ read }: ResolvedObject, number: number): string {
    if (!read?.parent || !read.ids) return ''
    return requireValue(this.#parentValues(read)[number % 2])
  }

  #parentValues(reading: Reading): string[] {
    const { object } = requireValue(reading.parent)
    const read = requireValue(this.objects.get(object).read)
    const records = this.kept(object).map((one) => ({ id: one.id, raw: asRecord(one, read) }))
    return parentValues({ records }, reading).values
  }

  /** The lists of an object: below a parent one for each, of which two have records. */
  #listsOf(reading: Reading | undefined): { list: Reading; isOf: (n: number) => boolean }[] {
    if (!reading?.parent) return reading ? [{ list: reading, isOf: () => true }] : []
    return this.#parentValues(reading).map((value, parent) => ({
      list: listBelow(reading, value),
      isOf: (n) => n % 2 === parent,
    }))
  }

  /** Returns one record by its ID, if it has its own path or query. */
  #record({ name, read }: ResolvedObject, request: StandInRequest): StandInReply | undefined {
    const { byId } = read ?? {}
    const fetched = read && this.#fetched(name, read, request)
    if (fetched) return fetched
    if (!read || !byId || byId.style === 'list') return undefined
    if (byId.style === 'path') {
      const found = placesIn(byId.path ?? `${read.path}/{id}`, request.path)
      if (!found || request.method !== 'GET') return undefined
      const kept = this.kept(name).find(({ id }) => id === found['id'])
      if (!kept) return { status: 404, body: { message: `There is no record ${found['id']}.` } }
      const record = asRecord(kept, read)
      if (!byId.record) return { status: 200, body: record }
      const body: Record<string, unknown> = {}
      putAt(body, byId.record, record)
      return { status: 200, body }
    }
    const { query } = membersOf(request.body === '' ? undefined : JSON.parse(request.body))
    const [, text] = /: ("(?:[^"\\]|\\.)*")\) \{/.exec(String(query)) ?? []
    const id = text === undefined ? '' : String(JSON.parse(text))
    if (query !== graphqlRecord(byId, read.graphql?.fields ?? ['id'], id)) return undefined
    const kept = this.kept(name).find((one) => one.id === id)
    return { status: 200, body: { data: { [byId.field]: kept ? asRecord(kept, read) : null } } }
  }

  /** Returns the records whose list contains only IDs. */
  #fetched(name: string, read: Reading, request: StandInRequest): StandInReply | undefined {
    const { fetch: rules } = read
    if (!rules || request.method !== 'GET') return undefined
    const path = rules.path.replaceAll('{parent}', '{~parent}')
    const found = placesIn(path, request.path)
    if (!found) return undefined
    const body: Record<string, unknown> = {}
    if (rules.ids) {
      const given = request.query.getAll(rules.ids.name)
      const { join } = rules.ids
      const asked = join === undefined ? given : given.flatMap((text) => text.split(join))
      const list = this.kept(name)
        .filter(({ id }) => asked.includes(id))
        .map((one) => asRecord(one, read))
      const place = rules.records ?? read.records
      if (place === '') return { status: 200, body: list }
      putAt(body, place, list)
      return { status: 200, body }
    }
    const kept = this.kept(name).find(({ id }) => isNamed(id, read, found))
    if (!kept) return { status: 404, body: { message: 'There is no such record.' } }
    const record = asRecord(kept, read)
    if (!rules.record) return { status: 200, body: record }
    putAt(body, rules.record, record)
    return { status: 200, body }
  }

  #read(object: ResolvedObject, request: StandInRequest): StandInReply | undefined {
    const inner = object.read?.graphql?.within?.field
    const asksInner = inner !== undefined && new Asked(request).graphql?.includes(inner) === true
    const isAsked = ({ list }: { list: Reading }) =>
      (list.method ?? 'GET') === request.method &&
      filled(list.path) === request.path &&
      (inner === undefined || (list.graphql?.within?.field === inner) === asksInner) &&
      (object.read?.parent === undefined || hasConstants(list, request))
    const found =
      this.#listsOf(object.read).find(isAsked) ?? this.#listsOf(object.changes).find(isAsked)
    if (!found || isMutation(request)) return undefined
    const { list: reading, isOf } = found
    // Records are created at the path of the list; the body distinguishes them.
    const { create } = object.writes
    const mayBeWrite =
      request.method === 'POST' && create?.method === 'POST' && filled(create.path) === request.path
    if (mayBeWrite && !isMembers(reading.graphql) && !reading.body) return undefined
    return this.#list(object, reading, request, isOf)
  }

  #list(
    object: ResolvedObject,
    reading: Reading,
    request: StandInRequest,
    isOf: (number: number) => boolean,
  ): StandInReply {
    const asked = new Asked(request)
    if (reading.graphql && !asked.graphql?.includes(`{ ${reading.graphql.field}`)) {
      return { status: 200, body: { errors: [{ message: 'The query selects something else.' }] } }
    }
    const { paging } = reading
    const sinceMs = asked.time(reading.since, 'since')
    const untilMs =
      reading.until?.name === reading.since?.name ? undefined : asked.time(reading.until, 'until')
    const ids = asked.ids(reading)
    const isAsked = asked.isMainPiece(reading)
    let all = this.kept(object.name).filter(
      ({ id, changedMs }, n) =>
        isAsked &&
        isOf(n) &&
        (ids === undefined || ids.includes(id)) &&
        (sinceMs === undefined || changedMs >= sinceMs) &&
        (untilMs === undefined || changedMs <= untilMs),
    )
    const isSorted = Object.entries(reading.newestFirst ?? {}).every(
      ([name, value]) => request.query.get(name) === String(value),
    )
    if (reading.newestFirst && isSorted) {
      all = all.toSorted((one, other) => other.changedMs - one.changedMs)
    }

    if (paging.style === 'none') return this.#page(object, reading, all, { isLast: true })
    const size = Math.min(asked.number(paging.size) ?? usualPage, paging.size?.max ?? Infinity)
    const from = this.#from(asked, reading, all, size)
    if (from === undefined) return { status: 400, body: { message: 'This page does not exist.' } }
    return this.#page(object, reading, all.slice(from, from + size), {
      isLast: from + size >= all.length,
      next: { asked, from: from + size, size, total: all.length, request },
    })
  }

  /** Returns the start of the page; undefined for an unknown cursor. */
  #from(asked: Asked, reading: Reading, all: readonly Kept[], size: number): number | undefined {
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
            ? asked.lastOf(reading, paging)
            : asked.value(paging.in ?? 'query', paging.param)
        if (id === undefined) return 0
        const place = all.findIndex((one) => one.id === String(id))
        return place < 0 ? undefined : place + 1
      }
      default: {
        const cursor =
          paging.style === 'cursor'
            ? asked.value(paging.in ?? 'query', paging.param)
            : asked.request.query.get('~next')
        if (cursor === undefined || cursor === null) return 0
        const [, age, from] = /^c(\d+)-(\d+)$/.exec(String(cursor)) ?? []
        return age === String(this.#cursors) ? Number(from) : undefined
      }
    }
  }

  #page(
    object: ResolvedObject,
    reading: Reading,
    kept: readonly Kept[],
    {
      isLast,
      next,
    }: {
      isLast: boolean
      next?: { asked: Asked; from: number; size: number; total: number; request: StandInRequest }
    },
  ): StandInReply {
    const { paging, records: place } = reading
    const shown = (one: Kept) => (reading.fetch ? { ...one, fields: {} } : one)
    const list = kept.map((one) => asRecord(shown(one), reading))
    const body: Record<string, unknown> = {}
    const set = (where: string | undefined, value: unknown) => {
      if (where !== undefined && value !== undefined) putAt(body, where, value)
    }
    const headers: Record<string, string> = {}
    if (next) {
      const cursor = isLast ? undefined : `c${this.#cursors}-${next.from}`
      if ('more' in paging) set(paging.more, !isLast)
      switch (paging.style) {
        case 'cursor':
          set(paging.last, isLast)
          if (!paging.from.startsWith('header:')) set(paging.from, cursor ?? null)
          else if (cursor) headers[paging.from.slice('header:'.length)] = cursor
          break
        case 'nextUrl':
          set(paging.last, isLast)
          set(paging.from, cursor ? addressOf(next.request, cursor) : null)
          break
        case 'linkHeader':
          if (cursor)
            headers.link = `<${addressOf(next.request, 'x')}>; rel="prev", <${addressOf(next.request, cursor)}>; rel="next"`
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
    const { columns } = reading
    if (columns) putAt(body, columns.at, columnsOf(columns, kept, reading))
    putAt(body, place, columns ? list.map((one) => rowOf(one, columns)) : content)
    return { status: 200, headers, body }
  }

  #write(object: ResolvedObject, request: StandInRequest): StandInReply | undefined {
    for (const type of ['create', 'update', 'delete'] as const) {
      const sending = object.writes[type]
      if (!sending || sending.method !== request.method) continue
      const found = placesIn(sending.path, request.path)
      if (!found) continue
      const { query } = membersOf(bodyOf(sending, request))
      if (sending.graphql && query !== sending.body?.['query']) continue
      const body = bodyOf(sending, request)
      // If create and update are one call, the ID in the body distinguishes them.
      const { update, delete: remove } = object.writes
      const isUpdate =
        update?.idIn !== undefined &&
        update.path === sending.path &&
        textOf(idWithin(update, bodyOf(update, request))) !== undefined
      if (type === 'create' && isUpdate) continue
      // If update and delete are one call, the constant body of a delete distinguishes them.
      const isDelete =
        remove?.body !== undefined &&
        remove.method === sending.method &&
        remove.path === sending.path &&
        isDeepStrictEqual(body, remove.body)
      if (type === 'update' && isDelete) continue
      if (type === 'create') return this.#create(object, sending, { request, found })
      const id =
        (sending.ids && idOf(sending.ids, '', found)) ??
        found.id ??
        (sending.idIn === undefined ? undefined : textOf(idWithin(sending, body)))
      const kept = this.kept(object.name)
      const place = kept.findIndex((one) => one.id === id)
      if (place < 0) return { status: 404, body: { message: `There is no record ${id}.` } }
      if (type === 'delete') kept.splice(place, 1)
      else {
        Object.assign(requireValue(kept[place]).fields, contentOf(sending, body))
        requireValue(kept[place]).changedMs = firstMs + 500 * monthMs
      }
      return { status: type === 'delete' ? 204 : 200, body: type === 'delete' ? undefined : {} }
    }
    return undefined
  }

  #create(
    object: ResolvedObject,
    sending: ResolvedWrite,
    { request, found }: { request: StandInRequest; found: Record<string, string> },
  ): StandInReply {
    const kept = this.kept(object.name)
    const content = contentOf(sending, bodyOf(sending, request))
    if (!content)
      return { status: 400, body: { message: 'The body has no record at the expected place.' } }
    const number = kept.length
    const id = idOf(object.read?.ids, String(5001 + number), {
      parent: this.#parentOf(object, number),
      ...found,
    })
    kept.push({ id, changedMs: firstMs + 500 * monthMs, fields: { ...content } })
    const { recordId } = sending
    if (recordId?.startsWith('header:')) {
      const header = recordId.slice('header:'.length).toLowerCase()
      return { status: 204, headers: { [header]: `https://acme.test/records(${id})` } }
    }
    const body: Record<string, unknown> = {}
    const made = idTemplateOf(recordId)
    const parts = made && object.read?.ids && partsOfId(object.read.ids, id)
    for (const [part, place] of (made?.places ?? []).entries()) {
      putAt(body, place, Object.values(parts ?? {}).toReversed()[part])
    }
    if (!made && recordId !== undefined && recordId !== '') putAt(body, recordId, id)
    return { status: 201, body: recordId === '' ? id : body }
  }
}

/** Parameters of a request, from any location. */
class Asked {
  readonly request: StandInRequest
  readonly body: unknown

  constructor(request: StandInRequest) {
    this.request = request
    this.body = request.body === '' ? undefined : JSON.parse(request.body)
  }

  get graphql(): string | undefined {
    const { query } = membersOf(this.body)
    return typeof query === 'string' ? query : undefined
  }

  value(where: 'query' | 'body' | 'header' | 'argument', name: string): unknown {
    if (where === 'query') return this.request.query.get(name) ?? undefined
    if (where === 'header') return this.request.headers[name.toLowerCase()]
    if (where === 'body') return at(this.body, name)
    return argumentIn(this.graphql ?? '', name)
  }

  number(
    size: { param: string; in?: 'query' | 'body' | 'argument' | undefined } | undefined,
  ): number | undefined {
    if (!size) return undefined
    const template = /MAXRESULTS (\d+)/.exec(this.request.query.get('query') ?? '')
    const value = template?.[1] ?? this.value(size.in ?? 'query', size.param)
    return value === undefined ? undefined : Number(value)
  }

  /** Returns the requested record IDs; undefined if all are requested. */
  ids({ byId }: Reading): readonly string[] | undefined {
    if (byId?.style !== 'list') return undefined
    const { in: where, name, join } = byId
    const given =
      where === 'query' ? this.request.query.getAll(name) : [at(this.body, name) ?? []].flat()
    const texts = given.map(String)
    if (texts.length === 0) return undefined
    return join === undefined ? texts : texts.flatMap((text) => text.split(join))
  }

  /**
   * Reports whether the records are in the requested piece: of the first value, and of a range up
   * to now.
   */
  isMainPiece({ variants, window }: Reading): boolean {
    const value = variants && this.value(variants.in ?? 'query', variants.name)
    if (variants && !String(value).startsWith(variants.values[0] ?? '')) return false
    if (!window) return true
    const timeAt = (name: string | undefined) => {
      const text = name === undefined ? undefined : this.value(window.in ?? 'query', name)
      return text === undefined ? undefined : timeOf(String(text), window.format)
    }
    const dayMs = 86_400_000
    const today = Math.floor(Date.now() / dayMs) * dayMs
    return (
      (timeAt(window.from) ?? 0) < Date.now() - 60_000 && (timeAt(window.to) ?? Infinity) >= today
    )
  }

  /** Returns the query in the body. */
  #statement({ sql }: Pick<Reading, 'sql'>): string {
    return sql ? String(at(this.body, sql.in) ?? '') : ''
  }

  /** Returns the ID after which the query continues. */
  lastOf(
    reading: Reading,
    { param, template = '{name} > {last}' }: { param: string; template?: string | undefined },
  ): string | undefined {
    const [before = ''] = template.replaceAll('{name}', () => param).split('{last}')
    const statement = this.#statement(reading)
    const place = statement.indexOf(before)
    if (place < 0) return undefined
    return /^[^' )]+/.exec(statement.slice(place + before.length))?.[0]
  }

  #conditionTime({ name, template, format }: ChangeFilter, which: 'since' | 'until') {
    const usual = which === 'since' ? "{name} >= '{since}'" : "{name} < '{until}'"
    const [before = ''] = (template ?? usual).replaceAll('{name}', () => name).split(`{${which}}`)
    const text = JSON.stringify(this.body)
    const place = text.indexOf(JSON.stringify(before).slice(1, -1))
    if (place < 0) return undefined
    const value = /^[^'"]+/.exec(text.slice(place + JSON.stringify(before).length - 2))?.[0]
    return value === undefined ? undefined : timeOf(value, format)
  }

  /** Returns the time of the filter: the value in place of `{since}` or `{until}`. */
  time(filter: ChangeFilter | undefined, which: 'since' | 'until'): number | undefined {
    if (!filter) return undefined
    if (filter.in === 'sql') return this.#conditionTime(filter, which)
    const value = this.value(filter.in, filter.name)
    if (value === undefined) return undefined
    const text = String(value)
    if (filter.template === undefined) return timeOf(text, filter.format)
    const [before = '', after = ''] = filter.template.split(`{${which}}`, 2)
    const start = text.indexOf(before.replaceAll(/\{(?:since|until)\}.*$/g, ''))
    if (start < 0) return undefined
    const rest = text.slice(start + before.length)
    const end =
      after === ''
        ? / AND | \^|\^| STARTPOSITION/.exec(rest)?.index
        : rest.indexOf(after.split('{')[0] ?? '')
    return timeOf(end === undefined || end < 0 ? rest : rest.slice(0, end), filter.format)
  }
}

/** Returns the argument of a GraphQL field: `first`, or `filter.updatedAt.after` within objects. */
function argumentIn(query: string, name: string): unknown {
  const steps = name.split('.')
  const last = requireValue(steps.pop())
  let text = query
  for (const step of steps) {
    const place = text.indexOf(`${step}: {`)
    if (place < 0) return undefined
    text = text.slice(place + step.length)
  }
  // Ignores values within objects of other arguments.
  if (steps.length === 0) text = text.replaceAll(/: \{(?:[^{}]|\{[^{}]*\})*\}/g, '')
  const [, value] = new RegExp(String.raw`\b${last}: ("(?:[^"\\]|\\.)*"|\d+)`).exec(text) ?? []
  return value === undefined ? undefined : JSON.parse(value)
}

const timeOf = (text: string, format: TimeFormat): number | undefined =>
  format === 'minutes-ago'
    ? Date.now() - Number(text) * 60_000
    : readTime(/^\d+$/.test(text) ? Number(text) : text, format)

const filled = (path: string) => path.replaceAll(/\{\{\w+\}\}/g, standInValue)

function addressOf({ path, query }: StandInRequest, cursor: string): string {
  const parameters = new URLSearchParams(query)
  parameters.set('~next', cursor)
  return `${path}?${parameters}`
}

/** Whether a request has the constant parameters of a list, which distinguish those of parents. */
const hasConstants = (
  { query = {}, body = {}, graphql }: Pick<Reading, 'query' | 'body' | 'graphql'>,
  request: StandInRequest,
) => {
  const sent = request.body === '' ? {} : membersOf(JSON.parse(request.body))
  const text = String(sent['query'])
  return (
    Object.entries(graphql?.arguments ?? {}).every(([name, value]) =>
      text.includes(`${name}: ${JSON.stringify(value)}`),
    ) &&
    Object.entries(query).every(
      ([name, value]) =>
        typeof value === 'object' || !isPlain(value) || request.query.get(name) === String(value),
    ) &&
    Object.entries(body).every(
      ([name, value]) => typeof value !== 'string' || !isPlain(value) || sent[name] === value,
    )
  )
}

const isPlain = (value: unknown) => !/\{\w+\}/.test(String(value))

const isMutation = ({ body }: StandInRequest) => body.startsWith('{"query":"mutation')

/** Formats a record like the provider. */
function asRecord({ id, changedMs, fields }: Kept, reading: Reading): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  const inner: Record<string, unknown> = { ...fields }
  if (reading.wrap === undefined) Object.assign(record, inner)
  else putAt(record, reading.wrap, inner)
  for (const [place, value] of Object.entries(placesOfId(reading, id))) {
    if (place !== 'parent' || reading.below === undefined) putAt(record, place, value)
  }
  if (reading.updated) {
    const { field, format } = reading.updated
    const text = writeTime(changedMs, format)
    putAt(record, field, format === 'unix' || format === 'unix-ms' ? Number(text) : text)
  }
  return record
}

/** Columns of the records, in the form of the entry. */
function columnsOf({ name }: ColumnRules, [first]: readonly Kept[], reading: Reading): unknown[] {
  return Object.keys(first ? asRecord(first, reading) : {}).map((one) => {
    if (name === '') return one
    const column: Record<string, unknown> = {}
    putAt(column, name, one)
    return column
  })
}

function rowOf(record: Record<string, unknown>, { row, cell }: ColumnRules): unknown {
  const cells = Object.values(record).map((value) => {
    if (cell === undefined) return value
    const item: Record<string, unknown> = {}
    putAt(item, cell, value)
    return item
  })
  if (row === undefined) return cells
  const wrapped: Record<string, unknown> = {}
  putAt(wrapped, row, cells)
  return wrapped
}

/** A file of records, or the asked range of its bytes. */
function fileOf(
  records: readonly Record<string, unknown>[],
  format: 'csv' | 'jsonl',
  range: string,
): StandInReply {
  const columns = [...new Set(records.flatMap((one) => Object.keys(one)))]
  const quoted = (value: unknown) =>
    `"${(typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')).replaceAll('"', '""')}"`
  const lines =
    format === 'csv'
      ? [
          columns.join(','),
          ...records.map((one) => columns.map((name) => quoted(one[name])).join(',')),
        ]
      : records.map((one) => JSON.stringify(one))
  const bytes = Buffer.from(lines.join('\n'))
  const headers = { 'content-type': 'text/plain' }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  if (from === undefined || to === undefined) return { status: 200, headers, text: String(bytes) }
  if (Number(from) >= bytes.length) return { status: 416, headers, text: '' }
  const end = Math.min(Number(to), bytes.length - 1)
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${end}/${bytes.length}` },
    text: bytes.subarray(Number(from), end + 1).toString(),
  }
}

/** Composes an ID of values that a request names, and of a new one. */
function idOf(ids: IdTemplate | undefined, id: string, named: Record<string, string>): string {
  if (!ids) return id
  const made = composeId(ids, (place) => named[place] || id)
  return typeof made === 'string' ? made : id
}

const placesOfId = ({ id: place, ids }: Reading, id: string): Record<string, string> =>
  ids ? (partsOfId(ids, id) ?? {}) : place === undefined ? {} : { [place]: id }

/** Whether a path names a record, by its ID or all of its values. */
const isNamed = (id: string, { ids }: Reading, found: Readonly<Record<string, string>>) =>
  ids
    ? Object.entries(partsOfId(ids, id) ?? {}).every(
        ([place, value]) => place === 'parent' || found[place] === value,
      )
    : found['id'] === id

function madeOf({ rules, read }: ResolvedObject, number: number): Record<string, unknown> {
  const names = Object.entries(rules.fields ?? { name: 'string', amount: 'int' }).slice(0, 40)
  const isTaken = (name: string) =>
    name === read?.id ||
    read?.ids?.places.includes(name) ||
    name === read?.updated?.field ||
    name === read?.wrap
  const free = names.filter(([name]) => !isTaken(name))
  const asked = free.length > 0 ? free : [['name', 'string'] as const]
  return Object.fromEntries(asked.map(([name, type]) => [name, valueOf(type, name, number)]))
}

function valueOf(type: string, name: string, number: number): unknown {
  switch (type) {
    case 'boolean':
      return number % 2 === 0
    case 'int':
      return number
    case 'float':
      return number + 0.5
    case 'date':
      return `2024-01-${String(number + 1).padStart(2, '0')}`
    case 'datetime':
      return `2024-01-${String(number + 1).padStart(2, '0')}T10:00:00Z`
    case 'multiSelect':
      return [`${name} ${number}`]
    case 'other':
      return { value: number }
    default:
      return `${name} ${number}`
  }
}

function putAt(target: Record<string, unknown>, place: string, value: unknown): void {
  if (place.startsWith('@') || !place.includes('.')) target[place] = value
  else put(target, place, value)
}

/** Returns the values of a template's variables in a path; undefined if it does not match. */
function placesIn(template: string, path: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = filled(template)
    .split(/(\{[\w.~]+\})/)
    .map((part) => {
      const [, name] = /^\{([\w.~]+)\}$/.exec(part) ?? []
      if (name === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      names.push(name)
      return '([^/?]+)'
    })
    .join('')
  const match = new RegExp(`^${pattern}$`).exec(path)
  return match
    ? Object.fromEntries(names.map((name, n) => [name, decodeURIComponent(match[n + 1] ?? '')]))
    : undefined
}

function bodyOf({ form }: ResolvedWrite, { body }: StandInRequest): unknown {
  if (body === '') return undefined
  return form ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)
}

function contentOf(
  { wrap, list, form }: ResolvedWrite,
  body: unknown,
): Record<string, unknown> | undefined {
  const content = wrap === undefined ? body : form ? unwrapped(body, wrap) : at(body, wrap)
  const one: unknown = list && Array.isArray(content) ? content[0] : content
  return isMembers(one) ? one : undefined
}

/** Parses `customer[name]=x` to `{name: 'x'}`. */
const unwrapped = (body: unknown, wrap: string) =>
  Object.fromEntries(
    Object.entries(membersOf(body)).flatMap(([name, value]) =>
      name.startsWith(`${wrap}[`) ? [[name.slice(wrap.length + 1, -1), value]] : [],
    ),
  )

const idWithin = (sending: ResolvedWrite, body: unknown) =>
  sending.list ? at(contentOf(sending, body), sending.idIn ?? '') : at(body, sending.idIn ?? '')

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
