import type { WriteRules } from '../declarative/schema/write-rules.ts'
import {
  findContent,
  findReply,
  listPathParameters,
  splitPath,
  type ApiCall,
  type CallsByPath,
} from './calls.ts'
import type { ApiDocument } from './document.ts'
import { isExpressible, listMembers, toSingular } from './find-list.ts'

export type ProposedWrite = 'create' | 'update' | 'delete'

export interface FoundWrite {
  call: ApiCall
  rules: WriteRules
  guesses: string[]
}

const verbs: Record<ProposedWrite, RegExp> = {
  create: /^(?:create|add|new|insert)$/i,
  update: /^(?:update|edit|modify|patch)$/i,
  delete: /^(?:delete|remove|destroy)$/i,
}

const listVerb = /^(?:list|get|query|all|find|index|search|get_?all)$/i

/** A path without its ending slash or `.json`, for comparisons. */
const toPlain = (path: string) => path.replace(/(?:\.json)?\/?$/, '')

/** Finds the writes of the object whose list is at a path. */
export function findWrites(
  document: ApiDocument,
  calls: CallsByPath,
  {
    listPath,
    objectName,
    idField,
    isBelow,
    replaceParameters,
  }: {
    listPath: string
    objectName: string
    idField: string | undefined
    /** Whether the list is below records of another object. */
    isBelow: boolean
    /** Returns the path with the inputs of the connection; undefined if it needs others. */
    replaceParameters: (path: string, kept: readonly string[]) => string | undefined
  },
): Partial<Record<ProposedWrite, FoundWrite>> {
  const found: Partial<Record<ProposedWrite, FoundWrite>> = {}
  const list = toPlain(listPath)
  const own = listPathParameters(list)
  for (const [path, { post, put, patch, delete: deletion }] of calls) {
    const plain = toPlain(path)
    if (plain === list) {
      const target = replaceParameters(path, own)
      if (post && target !== undefined && canSend(document, post)) {
        found.create = describeWrite(document, post, { type: 'create', path: target, objectName })
      }
      continue
    }
    const item = matchItem(plain, list, { isBelow, calls })
    if (item === undefined) continue
    const target = replaceParameters(path.replace(`{${item}}`, '{id}'), ['id'])
    if (target === undefined) continue
    const change = patch ?? put ?? post
    if (change && !found.update && canSend(document, change)) {
      found.update = describeWrite(document, change, { type: 'update', path: target, objectName })
      if (change.method === 'put') {
        found.update.guesses.push(
          'PUT may clear fields that a request lacks. Check with one field.',
        )
      }
    }
    if (deletion && !found.delete) {
      found.delete = describeWrite(document, deletion, { type: 'delete', path: target, objectName })
    }
  }
  if (idField === undefined) {
    delete found.update
    delete found.delete
  }
  return Object.keys(found).length > 0
    ? found
    : findWritesByVerb(document, calls, { list, objectName, idField, replaceParameters })
}

/** Returns the parameter of a record's path: `/contacts/{id}`, also for lists below a parent. */
function matchItem(
  path: string,
  list: string,
  { isBelow, calls }: { isBelow: boolean; calls: CallsByPath },
): string | undefined {
  const steps = splitPath(path)
  const parameter = steps.at(-1)?.parameter
  if (parameter === undefined) return undefined
  const parent = path.slice(0, path.lastIndexOf('/'))
  if (parent === list) return parameter
  const isSame = splitPath(parent).at(-1)?.text === splitPath(list).at(-1)?.text
  // `/domains/{id}` is a record of `/domains`, if that is a list of its own.
  return isBelow && isSame && !calls.get(parent)?.get ? parameter : undefined
}

/** Finds calls such as `/campaign/create` or `/campaigns.update` beside `/campaign/get`. */
function findWritesByVerb(
  document: ApiDocument,
  calls: CallsByPath,
  {
    list,
    objectName,
    idField,
    replaceParameters,
  }: {
    list: string
    objectName: string
    idField: string | undefined
    replaceParameters: (path: string, kept: readonly string[]) => string | undefined
  },
): Partial<Record<ProposedWrite, FoundWrite>> {
  const at = Math.max(list.lastIndexOf('/'), list.lastIndexOf('.'))
  if (!listVerb.test(list.slice(at + 1))) return {}
  const stem = list.slice(0, at + 1)
  const found: Partial<Record<ProposedWrite, FoundWrite>> = {}
  for (const [path, { post }] of calls) {
    const plain = toPlain(path)
    if (!post || !plain.startsWith(stem) || !canSend(document, post)) continue
    const verb = plain.slice(stem.length)
    for (const type of ['create', 'update', 'delete'] as const) {
      if (!verbs[type].test(verb) || found[type]) continue
      const target = replaceParameters(path, [])
      if (target === undefined) continue
      const write = describeWrite(document, post, { type, path: target, objectName })
      if (type !== 'create') {
        const idIn = findIdInBody(document, post, { objectName, idField })
        if (idIn === undefined) continue
        write.rules.idIn = idIn
        write.rules.method = 'POST'
        write.guesses.push(`the body contains the ID at ${idIn}.`)
      }
      found[type] = write
    }
  }
  return found
}

function findIdInBody(
  document: ApiDocument,
  call: ApiCall,
  { objectName, idField }: { objectName: string; idField: string | undefined },
): string | undefined {
  const media = findBody(document, call)
  const names = [...document.getShape(media?.schema).properties].filter(
    ([, schema]) => document.getShape(schema).type !== 'array',
  )
  const own = `${toSingular(objectName)}id`.replaceAll(/[^a-z\d]/gi, '').toLowerCase()
  return names
    .map(([name]) => name)
    .find((name) => name === idField || name.replaceAll('_', '').toLowerCase() === own)
}

const findBody = (document: ApiDocument, call: ApiCall) =>
  findContent(document, document.resolve(call.operation['requestBody'])['content'])

/** Uploads of files cannot be declared. */
function canSend(document: ApiDocument, call: ApiCall): boolean {
  const media = findBody(document, call)
  return !media || media.isJson || /x-www-form-urlencoded/i.test(media.type)
}

function describeWrite(
  document: ApiDocument,
  call: ApiCall,
  { type, path, objectName }: { type: ProposedWrite; path: string; objectName: string },
): FoundWrite {
  const guesses: string[] = []
  const rules: WriteRules = { path }
  const usual = { create: 'post', update: 'put', delete: 'delete' } as const
  if (call.method !== usual[type]) {
    rules.method = call.method.toUpperCase() as NonNullable<WriteRules['method']>
  }
  const own = path.replaceAll(/\{\{\w+\}\}/g, '')
  const names = listPathParameters(own).filter((name) => name !== 'id' || type === 'create')
  if (type === 'create' && names.length > 0) {
    guesses.push(`the record contains ${names.join(', ')} for the path.`)
  }
  if (type === 'delete') return { call, rules, guesses }
  describeBody(document, call, { rules, guesses, objectName })
  if (type === 'create') {
    const recordId = findRecordId(document, call, objectName)
    if (recordId === undefined) {
      guesses.push('the reply of a create has no ID. Check it, and set recordId.')
    } else rules.recordId = recordId
  }
  return { call, rules, guesses }
}

/** Sets where the body has the fields, its constants and its format. */
function describeBody(
  document: ApiDocument,
  call: ApiCall,
  { rules, guesses, objectName }: { rules: WriteRules; guesses: string[]; objectName: string },
): void {
  const media = findBody(document, call)
  if (!media) {
    guesses.push('the body is not described. Check where it contains the fields.')
    return
  }
  if (/x-www-form-urlencoded/i.test(media.type)) rules.form = true
  const shape = document.getShape(media.schema)
  if (shape.type === 'array') {
    rules.list = true
    guesses.push('the body is a list of records.')
    return
  }
  const data = document.getShape(shape.properties.get('data'))
  if (data.properties.has('attributes')) {
    rules.wrap = 'data.attributes'
    const [kind] = document.getShape(data.properties.get('type')).values
    if (typeof kind === 'string') rules.body = { data: { type: kind } }
    return
  }
  const members = [...shape.properties].filter(([name]) => isExpressible(name))
  const [only] = members
  if (members.length !== 1 || !only) return
  const [name, schema] = only
  const inner = document.getShape(schema)
  const isNamed =
    toSingular(name).toLowerCase().replaceAll('_', '') ===
    toSingular(objectName.split('/').at(-1) ?? '')
      .toLowerCase()
      .replaceAll(/[_-]/g, '')
  if (inner.properties.size > 0 && (isNamed || /^(?:data|attributes|record|item)$/.test(name)))
    rules.wrap = name
}

/** Finds the ID of a created record in the reply. */
function findRecordId(
  document: ApiDocument,
  call: ApiCall,
  objectName: string,
): string | undefined {
  const reply = findReply(document, call)
  if (!reply) return undefined
  const shape = document.getShape(reply.schema)
  const singular = toSingular(objectName.split('/').at(-1) ?? '').toLowerCase()
  const own = `${singular}id`.replaceAll(/[^a-z\d]/g, '')
  const places = shape.type === 'array' ? [] : listMembers(document, shape)
  const isId = (path: string) => {
    const last = path.split('.').at(-1) ?? ''
    return /^(?:id|_id|gid|uuid|uid)$/i.test(last) || last.replaceAll('_', '').toLowerCase() === own
  }
  const found = places
    .filter(({ path, shape: { type } }) => isId(path) && type !== 'array' && type !== 'object')
    .filter(({ path }) => isOwnPlace(path, singular))
    .toSorted((one, other) => one.path.split('.').length - other.path.split('.').length)[0]
  if (found) return found.path
  return reply.headers.includes('location') ? 'header:Location' : undefined
}

/** An ID below `owner` is that of another record; below `data` or `contact` it is the record's. */
function isOwnPlace(path: string, singular: string): boolean {
  const steps = path.split('.').slice(0, -1)
  return steps.every(
    (step) =>
      /^(?:data|result|results|item|record|response|resource|value|body|payload|\d+)$/i.test(
        step,
      ) || step.toLowerCase().replaceAll(/[_-]/g, '') === singular.replaceAll(/[_-]/g, ''),
  )
}
