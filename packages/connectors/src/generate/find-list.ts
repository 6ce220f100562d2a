import { DotPlace } from '../declarative/calls/places.ts'
import type { TimeFormat } from '../declarative/calls/times.ts'
import { findReply, splitPath, type ApiCall, type CallReply } from './calls.ts'
import type { ApiDocument, SchemaShape } from './document.ts'

/** A member of a reply or record, by its path. */
export interface ReplyMember {
  path: string
  shape: SchemaShape
}

/** A list that a call returns. */
export interface FoundList {
  call: ApiCall
  reply: CallReply
  /** Path of the list; empty if the reply is the list. */
  records: string
  /** Other lists of the reply, if the choice is uncertain. */
  others: readonly string[]
  /** Path of the fields in a record, if they are not at the top level. */
  wrap: string | undefined
  /** SchemaShape of a record, and of its fields. */
  item: SchemaShape
  fields: SchemaShape
  /** Members of the reply outside of the list. */
  around: readonly ReplyMember[]
}

const usualLists =
  /^(?:data|items?|results?|records?|values?|entries|list|elements?|resources?|content|contents|rows|objects?|nodes|hits|documents|_embedded|_results|collection)$/i

/** Names of members that envelopes have, and records do not. */
const usualEnvelope =
  /^(?:data|items|results|records|value|values|entries|meta|metadata|_meta|pagination|paging|page|links|_links|next|next_?page\w*|next_?cursor|cursor|has_?more|total\w*|count|size|limit|offset|per_?page|errors?|success|status|code|message|request_?id|object|kind|etag|schemas|response_?metadata|page_?info|@odata\.\w+|included|jsonapi|_?embedded|warnings?|is_?last|start_?at|max_?results|last_?page|page_?(?:number|size|count))$/i

const maxDepth = 3
const maxPlaces = 400

/** Lists the members of a value to a depth of three, without those of lists. */
export function listMembers(document: ApiDocument, root: SchemaShape): ReplyMember[] {
  const all: ReplyMember[] = []
  let level: ReplyMember[] = [{ path: '', shape: root }]
  for (let depth = 0; depth < maxDepth; depth++) {
    const next: ReplyMember[] = []
    for (const { path, shape } of level) {
      if (shape.type === 'array') continue
      for (const [name, schema] of shape.properties) {
        if (all.length >= maxPlaces) return all
        const place = path === '' ? name : `${path}.${name}`
        if (!isExpressible(name) || !DotPlace.safeParse(place).success) continue
        const found = { path: place, shape: document.getShape(schema) }
        all.push(found)
        next.push(found)
      }
    }
    level = next
  }
  return all
}

/** Reports whether a member's name can be a step of a dot path. */
export const isExpressible = (name: string): boolean =>
  !name.includes('.') && DotPlace.safeParse(name).success

/** Returns the list in the reply of a call, or why there is none. */
export function findList(document: ApiDocument, call: ApiCall): FoundList | { reason: string } {
  const reply = findReply(document, call)
  if (!reply?.schema) return { reason: 'its reply is not described' }
  if (!reply.isJson) return { reason: 'its reply is not JSON' }
  const root = document.getShape(reply.schema)
  if (root.type === 'array') {
    const item = document.getShape(root.items)
    if (!isRecord(item)) return { reason: 'its list contains no objects' }
    return { call, reply, records: '', others: [], around: [], ...unwrapItem(document, item) }
  }
  const places = listMembers(document, root)
  const lists = places
    .filter(({ shape }) => shape.type === 'array' && isRecord(document.getShape(shape.items)))
    .map((place) => ({ ...place, rank: rankList(place.path, call.path) }))
    .toSorted((one, other) => other.rank - one.rank)
  const [best, second] = lists
  if (!best) return { reason: 'its reply contains no list of objects' }
  const topNames = [...root.properties.keys()]
  const strange = topNames.filter(
    (name) => !usualEnvelope.test(name) && name !== best.path.split('.')[0],
  )
  const isEnvelope = best.rank >= 2 || strange.length <= 1
  if (!isEnvelope || (root.properties.has('id') && best.rank < 4)) {
    return { reason: 'its reply is one record' }
  }
  const item = document.getShape(best.shape.items)
  return {
    call,
    reply,
    records: best.path,
    others: second && second.rank === best.rank ? [second.path] : [],
    around: places.filter(({ path }) => path !== best.path && !path.startsWith(`${best.path}.`)),
    ...unwrapItem(document, item),
  }
}

const isRecord = (shape: SchemaShape) =>
  shape.type === 'object' || (shape.type === 'unknown' && shape.properties.size > 0)

/** Names that match the path, and usual names, are probable; deep places are not. */
function rankList(place: string, path: string): number {
  const steps = place.split('.')
  const last = steps.at(-1) ?? ''
  const named = splitPath(path)
    .filter(({ parameter }) => parameter === undefined)
    .map(({ text }) => normalize(text))
    .at(-1)
  const matches = named !== undefined && toSingular(normalize(last)) === toSingular(named)
  return (matches ? 4 : usualLists.test(last) ? 3 : 0) - (steps.length - 1) / 2
}

const normalize = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, '')

export const toSingular = (name: string): string =>
  name
    .replace(/ies$/i, 'y')
    .replace(/(ss|x|ch|sh)es$/i, '$1')
    .replace(/([^s])s$/i, '$1')

/** Records of JSON:API have their fields in `attributes`; others in a member named after the object. */
function unwrapItem(
  document: ApiDocument,
  item: SchemaShape,
): Pick<FoundList, 'wrap' | 'item' | 'fields'> {
  const attributes = item.properties.get('attributes')
  if (attributes !== undefined && item.properties.has('id')) {
    return { wrap: 'attributes', item, fields: document.getShape(attributes) }
  }
  const [only] = item.properties
  if (item.properties.size === 1 && only && isExpressible(only[0])) {
    const fields = document.getShape(only[1])
    if (isRecord(fields) && fields.properties.size > 1) return { wrap: only[0], item, fields }
  }
  return { wrap: undefined, item, fields: item }
}

/** Finds the ID of a record; `isSure` if its name leaves no doubt. */
export function findId(
  { item, wrap, fields }: Pick<FoundList, 'item' | 'wrap' | 'fields'>,
  { objectName, itemParameter }: { objectName: string; itemParameter: string | undefined },
): { id: string; isSure: boolean } | undefined {
  const place = (name: string) =>
    wrap !== undefined && !item.properties.has(name) ? `${wrap}.${name}` : name
  const names = [...new Set([...item.properties.keys(), ...fields.properties.keys()])].filter(
    isExpressible,
  )
  const addressed = names.find((name) => itemParameter !== undefined && name === itemParameter)
  // Writes name a record by the member in its path, which need not be `id`.
  if (addressed !== undefined && addressed !== 'id') return { id: place(addressed), isSure: false }
  if (names.includes('id')) return { id: place('id'), isSure: true }
  const singular = toSingular(objectName.split('/').at(-1) ?? objectName)
  const own = normalize(`${singular}id`)
  const found =
    names.find(
      (name) => itemParameter !== undefined && normalize(name) === normalize(itemParameter),
    ) ??
    names.find((name) => normalize(name) === own) ??
    names.find((name) => /^(?:_id|Id|ID|uid|uuid|gid|guid|sys_id)$/.test(name)) ??
    names.find((name) => own.endsWith(normalize(name)) && /id$/i.test(name)) ??
    names.find((name) => /^(?:key|number|code|slug|uri)$/i.test(name))
  return found === undefined ? undefined : { id: place(found), isSure: normalize(found) === own }
}

const changeTime =
  /^(?:(?:date|time)_?)?(?:last_?)?(?:updated?|modified|modification|changed|edited|edit)(?:_?(?:at|on|date|time|date_?time|time_?stamp|ts|utc|timestamp|datetime|dttm|instant))*$/i

const otherChangeTime =
  /^(?:system_?mod_?stamp|m_?time|last_?modified_?(?:date_?time|time_?stamp)|date_?modified|when_?changed|last_?update_?(?:time|date))$/i

/** Members of records that contain times. */
const usualAround = /^(?:meta|_?metadata|audit|_?system|info|attributes|timestamps)$/i

/** Finds the modification time in a record. */
export function findChangeTime(
  document: ApiDocument,
  { wrap, fields, item }: Pick<FoundList, 'item' | 'wrap' | 'fields'>,
): ReplyMember | undefined {
  const search = (shape: SchemaShape, prefix: string): ReplyMember | undefined => {
    for (const [name, schema] of shape.properties) {
      if (!isExpressible(name)) continue
      if (!changeTime.test(name) && !otherChangeTime.test(name)) continue
      const found = document.getShape(schema)
      if (isTime(found)) return { path: `${prefix}${name}`, shape: found }
    }
    return undefined
  }
  const own = search(fields, wrap === undefined ? '' : `${wrap}.`)
  if (own) return own
  for (const [name, schema] of item.properties) {
    if (!usualAround.test(name) || name === wrap) continue
    const found = search(document.getShape(schema), `${name}.`)
    if (found) return found
  }
  return undefined
}

const isTime = ({ type, values }: SchemaShape) =>
  (type === 'string' || type === 'integer' || type === 'number' || type === 'unknown') &&
  values.length === 0

/** Finds how a time is written; `isSure` if the document states it. */
export function findTimeFormat({ type, format, description, example, usual }: SchemaShape): {
  format: TimeFormat
  isSure: boolean
} {
  if (format === 'date-time') return { format: 'rfc3339', isSure: true }
  if (format === 'date') return { format: 'date', isSure: true }
  const shown = example ?? usual
  const text = typeof shown === 'string' || typeof shown === 'number' ? String(shown) : ''
  for (const [pattern, found] of shownFormats)
    if (pattern.test(text)) return { format: found, isSure: true }
  const isNumber = type === 'integer' || type === 'number'
  if (/milli/i.test(description) && (isNumber || /epoch|unix/i.test(description)))
    return { format: 'unix-ms', isSure: true }
  if (/\b(?:unix|epoch)\b/i.test(description)) {
    // Many documents write "Unix timestamp" of milliseconds.
    return { format: 'unix', isSure: /\bseconds?\b/i.test(description) }
  }
  if (isNumber) return { format: 'unix', isSure: false }
  if (/\b(?:ISO[ -]?8601|RFC[ -]?3339)\b/i.test(description))
    return { format: 'rfc3339', isSure: true }
  return { format: 'rfc3339', isSure: false }
}

const shownFormats: readonly [RegExp, TimeFormat][] = [
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/, 'rfc3339'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/, 'YYYY-MM-DDTHH:mm:ss'],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, 'YYYY-MM-DD HH:mm:ss'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
  [/^\d{13}$/, 'unix-ms'],
  [/^\d{10}$/, 'unix'],
]
