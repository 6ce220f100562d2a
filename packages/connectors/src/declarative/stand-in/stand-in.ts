import { isDeepStrictEqual } from 'node:util'
import { isMembers, getMembers } from '../../members.ts'
import { requireValue } from '../../require-value.ts'
import { listBelow, parentValues } from '../reading/below.ts'
import { fillTexts } from '../subscribe/webhook-call.ts'
import { putAt } from '../calls/dot-path.ts'
import type { Declaration } from '../schema/entry.ts'
import { graphqlRecord } from '../graphql.ts'
import { parseIdTemplate, partsOfId } from '../calls/ids.ts'
import {
  ResolvedObjects,
  type Reading,
  type ResolvedObject,
  type ResolvedWrite,
} from '../calls/resolve.ts'
import type { StandInReply, StandInRequest } from './exchange.ts'
import { StandInJobs } from './jobs.ts'
import {
  type KeptRecord,
  recordAtProvider,
  inventId,
  isRecordNamed,
  inventFields,
} from './kept-records.ts'
import {
  fillStandInPath,
  hasListConstants,
  isGraphqlMutation,
  valuesInPath,
} from './match-request.ts'
import { startOfStandInPage, standInPage, usualPage } from './pages.ts'
import { RequestParameters } from './request-parameters.ts'
import { parseSentBody, parseSentRecord, parseSentId } from './sent-records.ts'
import { findSelection, rejectSelection } from './selection.ts'
import {
  findNextPath,
  isNextPath,
  listConstants,
  listContentConstants,
  rejectAtNextPath,
  rejectExcess,
  rejectMissing,
} from './reject-request.ts'
import { DeclaredWebhooks } from './webhooks.ts'

/** Interval between the changes of a stand-in's records: one month. */
const monthMs = 30 * 86_400_000

const firstMs = Date.parse('2023-03-01T12:00:00Z')

/**
 * Simulates a provider from its entry: replies follow the entry's rules, with records made from its
 * fields. It has the same mistakes as the entry; it proves that the entry is consistent and that
 * the engine implements it.
 */
export class DeclaredStandIn {
  readonly objects: ResolvedObjects
  readonly #kept = new Map<string, KeptRecord[]>()
  readonly #count: number
  /** Headers of every call. */
  readonly #headers: Readonly<Record<string, string>>
  /** Undefined if the entry defines no subscriptions. */
  readonly webhooks: DeclaredWebhooks | undefined
  readonly #jobs = new StandInJobs()
  #cursors = 0

  constructor(declaration: Declaration, { count = 7 }: { count?: number } = {}) {
    this.objects = new ResolvedObjects(declaration)
    this.#count = count
    const { subscribe, headers = {} } = declaration
    this.#headers = headers
    this.webhooks = subscribe && new DeclaredWebhooks(this.objects, subscribe)
  }

  /**
   * Returns the records of an object, oldest change first initially; the fourth and fifth have
   * equal times.
   */
  listKept(objectName: string): KeptRecord[] {
    const known = this.#kept.get(objectName)
    if (known) return known
    const object = this.objects.get(objectName)
    const count = object.read?.single ? 1 : this.#count
    const made = Array.from({ length: count }, (_, n) => ({
      id: inventId(object.read?.ids, `${1001 + n}`, { parent: this.#parentOf(object, n) }),
      changedMs: firstMs + (n === 4 ? 3 : n) * monthMs,
      fields: inventFields(object, n),
    }))
    this.#kept.set(objectName, made)
    return made
  }

  change(objectName: string, id: string): void {
    const record = this.listKept(objectName).find((one) => one.id === id)
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
        this.#jobs.answer(object, request, {
          rejectMissing: (reading) => this.#rejectMissing(listConstants(reading), request),
          listAsked: (reading) => this.#asked(object, reading, new RequestParameters(request)),
          age: this.#cursors,
        }) ??
        this.#record(object, request) ??
        this.#read(object, request) ??
        this.#write(object, request)
      if (reply) return reply
    }
    return { status: 404, body: { message: `There is no ${request.method} ${request.path}.` } }
  }

  /** Returns the rejection of a request without a constant of its rules or of all calls. */
  #rejectMissing(
    rules: Parameters<typeof rejectMissing>[0],
    request: StandInRequest,
  ): StandInReply | undefined {
    const headers = { ...this.#headers, ...rules.headers }
    return rejectMissing({ ...rules, headers }, request)
  }

  /** Returns the records in the requested piece of an object. */
  #asked(
    object: ResolvedObject,
    reading: Reading,
    asked: RequestParameters,
  ): readonly KeptRecord[] {
    const sinceMs = asked.time(reading.since, 'since')
    return this.listKept(object.name).filter(
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
    const records = this.listKept(object).map((one) => ({
      id: one.id,
      raw: recordAtProvider(one, read),
    }))
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
      const template = byId.path?.replace('{id:end}', '{id}') ?? `${read.path}/{id}`
      const found = valuesInPath(template, request.path)
      if (!found || request.method !== (byId.body ? 'POST' : 'GET')) return undefined
      const content = listContentConstants(read)
      const sentIn = Object.entries(byId.query ?? {})
      const [ofId] = sentIn.find(([, value]) => value === '{id}') ?? []
      const query = Object.fromEntries(sentIn.filter(([param]) => param !== ofId))
      const rejection =
        this.#rejectMissing({ ...content, query: { ...content.query, ...query } }, request) ??
        rejectMissing({ query }, request)
      if (rejection) return rejection
      const asked = ofId === undefined ? null : request.query.get(ofId)
      if (ofId !== undefined && asked === null) return undefined
      const named = asked === null ? found : { ...found, id: asked }
      const sent = byId.body && request.body
      const kept = this.listKept(name).find(({ id }) =>
        sent === undefined
          ? isRecordNamed(id, read, named)
          : isDeepStrictEqual(JSON.parse(sent), fillTexts(byId.body, { id })),
      )
      const [, list] = /^(.+)\.0$/.exec(byId.record ?? '') ?? []
      if (!kept && list !== undefined) {
        const empty: Record<string, unknown> = {}
        putAt(empty, list, [])
        return { status: 200, body: empty }
      }
      if (!kept && this.#isList(request)) return undefined
      if (!kept) return { status: 404, body: { message: 'There is no such record.' } }
      const record = recordAtProvider(kept, read)
      if (!byId.record) return { status: 200, body: record }
      const body: Record<string, unknown> = {}
      putAt(body, list ?? byId.record, list === undefined ? record : [record])
      return { status: 200, body }
    }
    const { query } = getMembers(request.body === '' ? undefined : JSON.parse(request.body))
    const [, text] = /: ("(?:[^"\\]|\\.)*")\) \{/.exec(String(query)) ?? []
    const id = text === undefined ? '' : String(JSON.parse(text))
    if (query !== graphqlRecord(byId, read.graphql?.fields ?? ['id'], id)) return undefined
    const kept = this.listKept(name).find((one) => one.id === id)
    return {
      status: 200,
      body: { data: { [byId.field]: kept ? recordAtProvider(kept, read) : null } },
    }
  }

  /** Reports whether a path such as `/deals/search`, which looks like one of a record, has a list. */
  #isList({ method, path }: StandInRequest): boolean {
    return this.objects.names.some((name) => {
      const { read } = this.objects.get(name)
      return read && (read.method ?? 'GET') === method && fillStandInPath(read.path) === path
    })
  }

  /** Returns the records whose list contains only IDs. */
  #fetched(name: string, read: Reading, request: StandInRequest): StandInReply | undefined {
    const { fetch: rules } = read
    if (!rules || request.method !== 'GET') return undefined
    const path = rules.path.replaceAll('{parent}', '{~parent}')
    const found = valuesInPath(path, request.path)
    if (!found) return undefined
    const rejection = this.#rejectMissing({ headers: read.headers, query: rules.query }, request)
    if (rejection) return rejection
    const body: Record<string, unknown> = {}
    if (rules.ids) {
      const given = request.query.getAll(rules.ids.name)
      const { join } = rules.ids
      const asked = join === undefined ? given : given.flatMap((text) => text.split(join))
      if (asked.length > rules.ids.max) {
        return { status: 400, body: { message: `At most ${rules.ids.max} IDs.` } }
      }
      const list = this.listKept(name)
        .filter(({ id }) => asked.includes(id))
        .map((one) => recordAtProvider(one, read))
      const place = rules.records ?? read.records
      if (place === '') return { status: 200, body: list }
      putAt(body, place, list)
      return { status: 200, body }
    }
    const kept = this.listKept(name).find(({ id }) => isRecordNamed(id, read, found))
    if (!kept) return { status: 404, body: { message: 'There is no such record.' } }
    const record = recordAtProvider(kept, read)
    if (!rules.record) return { status: 200, body: record }
    putAt(body, rules.record, record)
    return { status: 200, body }
  }

  #read(object: ResolvedObject, request: StandInRequest): StandInReply | undefined {
    const inner = object.read?.graphql?.within?.field
    const asksInner =
      inner !== undefined && new RequestParameters(request).graphql?.includes(inner) === true
    const isAsked = ({ list }: { list: Reading }) =>
      (list.method ?? 'GET') === request.method &&
      [list.path, findNextPath(list) ?? []]
        .flat()
        .some((path) => fillStandInPath(path) === request.path) &&
      (inner === undefined || (list.graphql?.within?.field === inner) === asksInner) &&
      (object.read?.parent === undefined || hasListConstants(list, request))
    const { read, changes } = object
    const lists = asksForChanges(object, request) ? [changes, read] : [read, changes]
    const found = lists.flatMap((list) => this.#listsOf(list)).find(isAsked)
    if (!found || isGraphqlMutation(request)) return undefined
    const { list: reading, isOf } = found
    // Records are created at the path of the list; the body distinguishes them.
    const { create } = object.writes
    const mayBeWrite =
      request.method === 'POST' &&
      create?.method === 'POST' &&
      fillStandInPath(create.path) === request.path
    if (mayBeWrite && !isMembers(reading.graphql) && !reading.body) return undefined
    return this.#list(object, reading, request, isOf)
  }

  #list(
    object: ResolvedObject,
    reading: Reading,
    request: StandInRequest,
    isOf: (number: number) => boolean,
  ): StandInReply {
    const asked = new RequestParameters(request)
    if (reading.graphql && !asked.graphql?.includes(`{ ${reading.graphql.field}`)) {
      return { status: 200, body: { errors: [{ message: 'The query selects something else.' }] } }
    }
    const { paging } = reading
    const isNext = isNextPath(reading, request)
    const constants = isNext ? { headers: reading.headers } : listConstants(reading)
    const rejected =
      this.#rejectMissing(constants, request) ??
      rejectExcess(reading, asked) ??
      rejectAtNextPath(reading, asked)
    if (rejected) return rejected
    const selection = findSelection(reading, asked)
    if (selection) {
      const known = new Set([
        ...Object.keys(object.rules.fields ?? {}),
        ...this.listKept(object.name).flatMap((one) => Object.keys(recordAtProvider(one, reading))),
      ])
      const rejection = rejectSelection(reading, selection, known)
      if (rejection && known.size > 0) return rejection
    }
    const sinceMs = asked.time(reading.since, 'since')
    const untilMs =
      reading.until?.name === reading.since?.name ? undefined : asked.time(reading.until, 'until')
    const ids = asked.ids(reading)
    const isAsked = asked.isMainPiece(reading)
    let all = this.listKept(object.name).filter(
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

    if (paging.style === 'none') return standInPage(reading, all, { isLast: true, selection })
    const isLeast = paging.style === 'lastId' && paging.least === true
    if (isLeast) all = all.toSorted((one, other) => (one.id < other.id ? 1 : -1))
    const size = asked.number(paging.size) ?? usualPage
    const from = startOfStandInPage(asked, reading, all, { size, age: this.#cursors })
    if (from === undefined) return { status: 400, body: { message: 'This page does not exist.' } }
    const page = all.slice(from, from + size)
    return standInPage(reading, isLeast ? page.toReversed() : page, {
      selection,
      isLast: from + size >= all.length,
      next: { from: from + size, size, total: all.length, request, age: this.#cursors },
    })
  }

  #write(object: ResolvedObject, request: StandInRequest): StandInReply | undefined {
    for (const type of ['create', 'update', 'delete'] as const) {
      const sending = object.writes[type]
      if (!sending || sending.method !== request.method) continue
      const found = valuesInPath(sending.path, request.path)
      if (!found) continue
      const { query } = getMembers(parseSentBody(sending, request))
      if (sending.graphql && query !== sending.body?.['query']) continue
      const body = parseSentBody(sending, request)
      // If create and update are one call, the ID in the body distinguishes them.
      const { update, delete: remove } = object.writes
      const isUpdate =
        update?.idIn !== undefined &&
        update.path === sending.path &&
        toText(parseSentId(update, parseSentBody(update, request))) !== undefined
      if (type === 'create' && isUpdate) continue
      // If update and delete are one call, the constant body of a delete distinguishes them.
      const isDelete =
        remove?.body !== undefined &&
        remove.method === sending.method &&
        remove.path === sending.path &&
        isDeepStrictEqual(body, remove.body)
      if (type === 'update' && isDelete) continue
      const rejection = this.#rejectMissing(sending.graphql ? {} : sending, request)
      if (rejection) return rejection
      if (type === 'create') return this.#create(object, sending, { request, found })
      const id =
        (sending.ids && inventId(sending.ids, '', found)) ??
        found.id ??
        (sending.idIn === undefined ? undefined : toText(parseSentId(sending, body)))
      const kept = this.listKept(object.name)
      const place = kept.findIndex((one) => one.id === id)
      if (place < 0) return { status: 404, body: { message: `There is no record ${id}.` } }
      if (type === 'delete') kept.splice(place, 1)
      else {
        Object.assign(requireValue(kept[place]).fields, parseSentRecord(sending, body))
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
    const kept = this.listKept(object.name)
    const content = parseSentRecord(sending, parseSentBody(sending, request))
    if (!content)
      return { status: 400, body: { message: 'The body has no record at the expected place.' } }
    const number = kept.length
    const id = inventId(object.read?.ids, String(5001 + number), {
      parent: this.#parentOf(object, number),
      ...found,
    })
    // A single record, such as settings, is replaced.
    if (object.read?.single) kept.length = 0
    kept.push({ id, changedMs: firstMs + 500 * monthMs, fields: { ...content } })
    const { recordId } = sending
    if (recordId?.startsWith('header:')) {
      const header = recordId.slice('header:'.length).toLowerCase()
      return { status: 204, headers: { [header]: `https://acme.test/records(${id})` } }
    }
    const body: Record<string, unknown> = {}
    const made = parseIdTemplate(recordId)
    const parts = made && object.read?.ids && partsOfId(object.read.ids, id)
    for (const [part, place] of (made?.places ?? []).entries()) {
      putAt(body, place, Object.values(parts ?? {}).toReversed()[part])
    }
    if (!made && recordId !== undefined && recordId !== '') putAt(body, recordId, id)
    return { status: 201, body: recordId === '' ? id : body }
  }
}

/** Reports whether a request has the start time that only calls for changes have. */
function asksForChanges({ read, changes }: ResolvedObject, request: StandInRequest): boolean {
  const since = changes?.since
  if (!since || read?.since) return false
  return new RequestParameters(request).time(since, 'since') !== undefined
}

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
