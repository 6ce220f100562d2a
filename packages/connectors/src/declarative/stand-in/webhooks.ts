import { randomUUID } from 'node:crypto'
import { isMembers } from '../../members.ts'
import { requireValue } from '../../require-value.ts'
import { getAtDotPath, setAtDotPath } from '../calls/dot-path.ts'
import type { ResolvedObjects } from '../calls/resolve.ts'
import type { SubscribeRules, WebhookCall } from '../subscribe/rules.ts'
import { composeDelivery, type StandInDelivery } from './compose-delivery.ts'
import { writeTime } from '../calls/times.ts'
import { inventLocator } from './kept-records.ts'
import type { StandInReply, StandInRequest } from './exchange.ts'
import { valuesInPath } from './match-request.ts'

/** A webhook created at the stand-in. */
export interface Registered {
  id: string
  url: string
  secret: string
  events: readonly { event: string; objectId?: string | undefined }[]
}

/** The webhooks of a stand-in, as defined by its entry. */
export class DeclaredWebhooks {
  readonly registered = new Map<string, Registered>()
  readonly #objects: ResolvedObjects
  readonly #rules: SubscribeRules
  #made = 0

  constructor(objects: ResolvedObjects, rules: SubscribeRules) {
    this.#objects = objects
    this.#rules = rules
  }

  answer(request: StandInRequest): StandInReply | undefined {
    const { create, update, deactivate, delete: remove, objectIds } = this.#rules
    if (objectIds && request.method === 'GET' && request.path === objectIds.path) {
      const body: Record<string, unknown> = {}
      const list = this.#objects.names.map((name) => {
        const one: Record<string, unknown> = {}
        setAtDotPath(one, objectIds.name, name)
        setAtDotPath(one, objectIds.id, `id of ${name}`)
        return one
      })
      if (objectIds.records === '') return { status: 200, body: list }
      setAtDotPath(body, objectIds.records, list)
      return { status: 200, body }
    }
    const made = textsIn({ method: 'POST', ...create }, request)
    if (made) return this.#create(made, request)
    const changed = update && textsIn({ method: 'PATCH', ...update }, request)
    if (changed) {
      const known = this.registered.get(changed['id'] ?? changed['number'] ?? '')
      if (!known) return { status: 404, body: { message: 'The webhook does not exist.' } }
      this.registered.set(known.id, { ...known, events: this.#eventsIn(changed, request) })
      return { status: 200, body: {} }
    }
    const { start } = create
    if (start && request.method === 'GET' && request.path === start.path) {
      const body: Record<string, unknown> = {}
      setAtDotPath(body, start.at, 'start')
      return { status: 200, body }
    }
    const secretReply = this.#tellSecret(request)
    if (secretReply) return secretReply
    for (const call of [create.activate, deactivate]) {
      if (call && textsIn({ method: 'POST', ...call }, request)) return { status: 200, body: {} }
    }
    const gone = textsIn({ method: 'DELETE', ...remove }, request)
    if (!gone) return undefined
    const parts = [gone['id.1'], gone['id.2']].filter((one) => one !== undefined)
    const isKnown = this.registered.delete(gone['id'] ?? parts.join(' '))
    return isKnown
      ? { status: 204 }
      : { status: 404, body: { message: 'The webhook does not exist.' } }
  }

  #create(texts: Record<string, string>, request: StandInRequest): StandInReply {
    const { create } = this.#rules
    const events = this.#eventsIn(texts, request)
    if (!texts['url'] || events.length === 0) {
      return { status: 400, body: { message: 'A webhook requires a URL and events.' } }
    }
    const own =
      create.id === undefined ? requireValue(texts['number']) : String(++this.#made + 7000)
    const id = Array.isArray(create.id) ? `${own} of-${own}` : own
    const secret = texts['secret'] ?? randomUUID().replaceAll('-', '')
    this.registered.set(id, { id, url: texts['url'], secret, events })
    const body: Record<string, unknown> = {}
    const headers: Record<string, string> = {}
    const places = [create.id ?? []].flat()
    for (const [n, place] of places.entries()) {
      const part = places.length > 1 ? requireValue(id.split(' ')[n]) : id
      if (place.startsWith('header:')) headers[place.slice(7).toLowerCase()] = part
      else setAtDotPath(body, place, part)
    }
    if (create.expires) {
      const { field, format } = create.expires
      setAtDotPath(body, field, writeTime(Date.now() + 3_600_000, format))
    }
    if (create.secret !== undefined && create.secretPath === undefined) {
      setAtDotPath(body, create.secret, secret)
    }
    return { status: 201, headers, body }
  }

  #tellSecret(request: StandInRequest): StandInReply | undefined {
    const { secret: place, secretPath: path } = this.#rules.create
    if (place === undefined || path === undefined || request.method !== 'GET') return undefined
    const known = [...this.registered.values()].find(
      ({ id }) => request.path === path.replace('{id}', () => id),
    )
    if (!known) return undefined
    const body: Record<string, unknown> = {}
    setAtDotPath(body, place, known.secret)
    return { status: 200, body }
  }

  #eventsIn(texts: Record<string, string>, request: StandInRequest): Registered['events'] {
    const { events: list, all } = this.#rules
    if (all) {
      return this.#objects.names.flatMap((name) => {
        const {
          create = [],
          update = [],
          delete: gone = [],
        } = this.#objects.get(name).rules.events ?? {}
        return [create, update, gone].flat().map((event) => ({ event }))
      })
    }
    if (!list) return [{ event: getEvent(texts) }]
    const items = [...this.#objects.names].map((name) => this.#objects.get(name).rules.events?.item)
    const templates = [list.item, ...items.filter((item) => item !== undefined)]
    const found = getAtDotPath(parseContent(request), list.at)
    return (Array.isArray(found) ? found : []).flatMap((item: unknown) => {
      for (const template of templates) {
        const within: Record<string, string> = {}
        if (matches(template, item, within)) {
          return [{ event: getEvent(within), objectId: within['objectId'] }]
        }
      }
      return []
    })
  }

  /** Deliveries for a record change: one per webhook that covers it. */
  makeDeliveries(
    objectName: string,
    type: 'create' | 'update' | 'delete',
    recordId: string,
  ): StandInDelivery[] {
    const { rules, read } = this.#objects.get(objectName)
    const events = requireValue(rules.events)
    const locator = inventLocator(read ?? {}, recordId)
    const names = [events[type] ?? []].flat()
    const objectId = this.#rules.delivery.objectId === undefined ? undefined : `id of ${objectName}`
    return [...this.registered.values()].flatMap((webhook) => {
      const covered = webhook.events.filter(
        (one) => events.item !== undefined || one.objectId === objectId,
      )
      const name = names.find((one) => covered.some(({ event }) => isCovered(one, event)))
      return name === undefined
        ? []
        : [composeDelivery(this.#rules, webhook, { events, name, recordId, objectId, locator })]
    })
  }
}

const getEvent = (texts: Record<string, string>) =>
  texts['event'] ?? [texts['event.1'], texts['event.2']].join('.')

/** Reports whether a subscription contains an event, by its name or by that of its object: `Issue.` */
const isCovered = (name: string, subscribed: string) =>
  name === subscribed || (subscribed.endsWith('.') && name.startsWith(subscribed))

/** Returns the values of a call's variables; undefined if the request does not match. */
function textsIn(
  { method, path, query = {}, body = {} }: WebhookCall,
  request: StandInRequest,
): Record<string, string> | undefined {
  if (method !== request.method) return undefined
  const texts = valuesInPath(path.replaceAll(':end}', '}'), request.path)
  if (!texts) return undefined
  const asked = Object.fromEntries(request.query)
  return matches(query, asked, texts) && matches(body, parseContent(request), texts)
    ? texts
    : undefined
}

/** Reports whether a value matches a template, and stores the values of its variables. */
function matches(template: unknown, value: unknown, texts: Record<string, string>): boolean {
  if (typeof template === 'string') {
    const [, name, kind] = /^\{([a-zA-Z]+(?:\.\d)?)(?::(int|end))?\}$/.exec(template) ?? []
    if (name === undefined) return template === value || template.includes('{{')
    const isRight = kind === 'int' ? typeof value === 'number' : typeof value === 'string'
    if (!isRight || value === template) return false
    texts[name] = String(value)
    return true
  }
  if (Array.isArray(template)) {
    return Array.isArray(value) && template.every((one, n) => matches(one, value[n], texts))
  }
  if (!isMembers(template)) return template === value
  return (
    isMembers(value) &&
    Object.entries(template).every(([name, inner]) => matches(inner, value[name], texts))
  )
}

/** Parses JSON, or a form with nested names such as `enabled_events[0]`. */
function parseContent({ body, headers }: StandInRequest): unknown {
  if (body === '') return {}
  if (!String(headers['content-type']).includes('form')) return JSON.parse(body) as unknown
  const content: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const [first = '', ...steps] = name.split(/\]?\[|\]/).filter((step) => step !== '')
    const last = steps.at(-1)
    if (last !== undefined && /^\d+$/.test(last)) {
      const list = (content[first] ??= []) as unknown[]
      list[Number(last)] = value
    } else setAtDotPath(content, [first, ...steps].join('.'), value)
  }
  return content
}
