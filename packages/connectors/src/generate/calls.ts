import { getMembers } from '../members.ts'
import { toList, toText, type ApiDocument, type SchemaShape } from './document.ts'

export type CallMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

const methods: readonly CallMethod[] = ['get', 'post', 'put', 'patch', 'delete']

export interface CallParameter {
  /** Name of the request, such as `page[size]`. */
  name: string
  in: string
  isRequired: boolean
  description: string
  shape: SchemaShape
}

/** An operation of the document. */
export interface ApiCall {
  method: CallMethod
  path: string
  operation: Readonly<Record<string, unknown>>
  parameters: readonly CallParameter[]
}

/** Calls by path, in the document's order. */
export type CallsByPath = ReadonlyMap<string, Partial<Record<CallMethod, ApiCall>>>

const maxPaths = 20_000

/** Lists the operations. Deprecated ones are omitted. */
export function listCalls(document: ApiDocument): CallsByPath {
  const calls = new Map<string, Partial<Record<CallMethod, ApiCall>>>()
  for (const [path, node] of Object.entries(getMembers(document.root['paths'])).slice(
    0,
    maxPaths,
  )) {
    if (!path.startsWith('/')) continue
    const item = document.resolve(node)
    const found: Partial<Record<CallMethod, ApiCall>> = {}
    for (const method of methods) {
      if (item[method] === undefined) continue
      const operation = document.resolve(item[method])
      if (operation['deprecated'] === true) continue
      const parameters = listParameters(document, item, operation)
      found[method] = { method, path, operation, parameters }
    }
    if (Object.keys(found).length > 0) calls.set(path, found)
  }
  return calls
}

/** Parameters of the operation replace those of its path with the same name and place. */
function listParameters(
  document: ApiDocument,
  item: Readonly<Record<string, unknown>>,
  operation: Readonly<Record<string, unknown>>,
): CallParameter[] {
  const all = new Map<string, CallParameter>()
  for (const node of [...toList(item['parameters']), ...toList(operation['parameters'])]) {
    for (const one of toParameters(document, node)) all.set(`${one.in} ${one.name}`, one)
  }
  return [...all.values()]
}

/** An object in the style `deepObject` is several parameters: `page[size]`, `page[number]`. */
function toParameters(document: ApiDocument, node: unknown): CallParameter[] {
  const parameter = document.resolve(node)
  const name = toText(parameter['name'])
  if (name === '') return []
  const shape = document.getShape(parameter['schema'])
  const own: CallParameter = {
    name,
    in: toText(parameter['in']) || 'query',
    isRequired: parameter['required'] === true,
    description: toText(parameter['description']) || shape.description,
    shape: {
      ...shape,
      example: parameter['example'] ?? shape.example,
    },
  }
  if (parameter['style'] !== 'deepObject') return [own]
  return [...shape.properties].slice(0, 50).flatMap(([member, schema]) => {
    const inner = document.getShape(schema)
    const nested = [...inner.properties].slice(0, 20)
    const whole = `${name}[${member}]`
    return [
      { ...own, name: whole, isRequired: false, description: inner.description, shape: inner },
      ...nested.map(([deeper, deepSchema]) => {
        const deepest = document.getShape(deepSchema)
        return {
          ...own,
          name: `${whole}[${deeper}]`,
          isRequired: false,
          description: deepest.description,
          shape: deepest,
        }
      }),
    ]
  })
}

export interface CallReply {
  schema: unknown
  /** Names of the documented headers, in lower case. */
  headers: readonly string[]
  isJson: boolean
}

/** Returns the reply of success; undefined if none is documented. */
export function findReply(document: ApiDocument, call: ApiCall): CallReply | undefined {
  const all = getMembers(call.operation['responses'])
  const status =
    ['200', '201', '202', '206', '2XX', '2xx', '204', 'default'].find((one) =>
      Object.hasOwn(all, one),
    ) ?? Object.keys(all).find((one) => /^2\d\d$/.test(one))
  if (status === undefined) return undefined
  const reply = document.resolve(all[status])
  const headers = Object.keys(getMembers(reply['headers'])).map((name) => name.toLowerCase())
  const media = findContent(document, reply['content'])
  return { schema: media?.schema, headers, isJson: media?.isJson === true }
}

export interface Media {
  type: string
  schema: unknown
  isJson: boolean
}

/** Returns the content that the platform would use: JSON if there is any, otherwise a form. */
export function findContent(document: ApiDocument, content: unknown): Media | undefined {
  const all = Object.entries(getMembers(content)).map(([type, node]) => {
    const media = document.resolve(node)
    const isJson = /^application\/(?:[\w.+-]+\+)?json\b|^\*\/\*|^text\/json/i.test(type)
    return { type, schema: media['schema'], isJson }
  })
  return (
    all.find(({ isJson }) => isJson) ??
    all.find(({ type }) => /x-www-form-urlencoded/i.test(type)) ??
    all[0]
  )
}

export interface PathStep {
  text: string
  /** Name of the parameter; undefined for a constant step. */
  parameter: string | undefined
}

/** Splits a path into its steps. A step that only contains a parameter is one. */
export const splitPath = (path: string): PathStep[] =>
  path
    .split('/')
    .filter((text) => text !== '')
    .map((text) => ({ text, parameter: /^\{([^{}]+)\}(?:\.json)?$/.exec(text)?.[1] }))

export const listPathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
