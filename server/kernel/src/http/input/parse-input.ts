import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InputValidationIssue, OperationDefinition } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import { issueDetail } from '../to-problem.ts'
import { withoutNulls } from './update-mask.ts'
import { invalidInput, Problem } from '../../problems/problem.ts'
import { isKept } from '../../values/text.ts'
import { didYouMean } from '@platform/manifest'
import { z } from 'zod'
import { findInexactNumber } from '@platform/connector'
import { mustBeWithinLimits, usualLimits, type BodyLimits } from './body-limits.ts'

/**
 * Parses parameters, query and body by the operation's schemas. Every invalid input becomes an
 * issue. Serves others between the steps of a large body.
 */
export async function parseInput(
  operation: OperationDefinition,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
) {
  const issues: InputValidationIssue[] = []
  const parse = (
    location: 'path' | 'query' | 'body',
    schema: z.ZodType | undefined,
    value: unknown,
  ) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value, { error: issueDetail })
    if (parsed.success) return parsed.data
    const reported = parsed.error.issues.slice(0, maxIssues)
    issues.push(...reported.map((issue) => toIssue(location, issue, value)))
    return undefined
  }
  const pause = async () => (isLarge(request.body) ? nextTurn() : undefined)
  const body = getBody(operation, request)
  await pause()
  const input = {
    params: parse('path', operation.params, request.params),
    query: parse('query', operation.query, request.query),
    body: parse('body', operation.body, body),
  }
  if (!operation.body && isGiven(request.body)) {
    issues.push({ in: 'body', name: '', detail: 'This operation does not accept a body.' })
  }
  await pause()
  for (const { path, known } of unknownMembers(operation, body, input.body)) {
    issues.push(unknownMember(toName(path), path, known))
  }
  await pause()
  issues.push(...unknownParameters(operation, request.query as Record<string, unknown>))
  for (const location of ['params', 'query', 'body'] as const) {
    const path = pathToUnkept(input[location])
    if (!path) continue
    const name = toName(path)
    const detail = 'NUL characters and lone surrogates are not allowed.'
    issues.push({ in: inputNames[location], name, detail })
  }
  if (issues.length > 0) throw invalidInput(...issues)
  await pause()
  return input
}

/** A body with more values takes milliseconds in each step. */
const manyValues = 1_000

/** Reports whether a body has many values, without counting all of them. */
function isLarge(body: unknown): boolean {
  let left = manyValues
  const count = (value: unknown): boolean => {
    if (--left < 0) return true
    return typeof value === 'object' && value !== null && Object.values(value).some(count)
  }
  return count(body)
}

/** Maximum number of reported issues per part of the request. */
const maxIssues = 100

/** Some clients send an empty body with every request. */
const isGiven = (body: unknown) =>
  typeof body === 'object' ? body !== null && Object.keys(body).length > 0 : body !== undefined

const getBody = ({ method }: OperationDefinition, { body }: Pick<FastifyRequest, 'body'>) =>
  (method === 'PATCH' ? withoutNulls(body) : body) ?? {}

/** Rejects unknown query parameters, which would otherwise be silently ignored. */
function unknownParameters(
  { query: schema }: OperationDefinition,
  query: Record<string, unknown>,
): InputValidationIssue[] {
  const known = Object.keys(schema?.shape ?? {})
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .slice(0, maxIssues)
    .map((name) => ({
      in: 'query' as const,
      name: toName([name]),
      detail: `The parameter is unknown. ${hint(name, known)}`,
    }))
}

const inputNames = { params: 'path', query: 'query', body: 'body' } as const

function pathToUnkept(value: unknown): PropertyKey[] | undefined {
  if (typeof value === 'string') return isKept(value) ? undefined : []
  if (value === null || typeof value !== 'object') return undefined
  const entries: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value)
  for (const [key, item] of entries) {
    if (typeof key === 'string' && !isKept(key)) {
      return [key.replaceAll('\0', '').toWellFormed()]
    }
    const deeper = pathToUnkept(item)
    if (deeper) return [key, ...deeper]
  }
  return undefined
}

function toIssue(
  location: 'path' | 'query' | 'body',
  issue: z.core.$ZodIssue,
  input: unknown,
): InputValidationIssue {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return {
    in: location,
    name: toName([...issue.path, ...unknown]),
    value: mayBeSecret(issue.path) ? undefined : findInputValue(input, issue.path),
    detail: issue.message,
  }
}

/** `['items', 0, 'name']` → `items[0].name` */
const toName = (path: PropertyKey[]) =>
  path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`
    const member = cutName(String(key))
    return name === '' ? member : `${name}.${member}`
  }, '')

/** Longer than any name in the contract; a longer one would be repeated in every issue below it. */
const maxNameLength = 200

/** Cuts between characters, because half a surrogate pair is invalid. */
const cutName = (text: string) =>
  text.length <= maxNameLength
    ? text
    : `${text.slice(0, maxNameLength).replace(/[\uD800-\uDBFF]$/, '')}…`

const findInputValue = (input: unknown, path: PropertyKey[]): unknown => {
  const value = path.reduce<unknown>(
    (at, key) =>
      at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  )
  return typeof value === 'object' && value !== null ? undefined : value
}

const secretName = /secret|password|token|key|credential|auth|headers|creds|providerParams/i
const mayBeSecret = (path: PropertyKey[]) => path.some((key) => secretName.test(String(key)))

type Path = PropertyKey[]

/** Maximum number of reported members. */
const maxUnknownMembers = 20

/**
 * Returns the members of a body that its schema does not know. Updates may contain the whole record
 * as it was read, so its read-only members are accepted.
 */
function unknownMembers(
  { body, method, reply }: OperationDefinition,
  given: unknown,
  kept: unknown,
): { path: Path; known: string[] }[] {
  const isMasked = method === 'PATCH' && membersAt(body, []).includes('updateMask')
  const record = isMasked && reply instanceof z.ZodType ? reply : undefined
  return findLeftOut(given, kept)
    .filter((path) => {
      const [, ...place] = path.slice(0, -1)
      return path.length < 2 || !membersAt(record, place).includes(String(path.at(-1)))
    })
    .take(maxUnknownMembers)
    .map((path) => ({ path, known: membersAt(body, path.slice(0, -1)) }))
    .toArray()
}

/** Suggests what to do about an unknown name. */
const hint = (name: string, known: string[]): string =>
  known.length === 0
    ? 'No members are allowed here.'
    : (didYouMean(name, known) ?? `Allowed: ${known.join(', ')}.`)

const unknownMember = (name: string, path: Path, known: string[]): InputValidationIssue => ({
  in: 'body',
  name,
  detail: `The member is unknown. ${hint(String(path.at(-1)), known)}`,
})

function* findLeftOut(given: unknown, kept: unknown, at: Path = []): Generator<Path> {
  // Values of any type are kept as given.
  if (given === kept) return
  if (Array.isArray(given)) {
    if (!Array.isArray(kept) || kept.length !== given.length) return
    for (const [index, item] of given.entries())
      yield* findLeftOut(item, kept[index], [...at, index])
  } else if (isPlainObject(given) && isPlainObject(kept)) {
    for (const [name, value] of Object.entries(given)) {
      const path = [...at, name]
      if (Object.hasOwn(kept, name)) yield* findLeftOut(value, kept[name], path)
      else yield path
    }
  }
}

/** Returns the names that objects may have at this path. */
function membersAt(schema: z.core.$ZodType | undefined, path: Path): string[] {
  const [next, ...deeper] = path
  const names = listForms(schema).flatMap((form) => {
    if (form instanceof z.ZodObject) {
      if (next === undefined) return Object.keys(form.shape)
      return membersAt((form.shape as Record<PropertyKey, z.ZodType>)[next], deeper)
    }
    if (next === undefined) return []
    if (form instanceof z.ZodArray) return membersAt(form.element, deeper)
    return form instanceof z.ZodRecord ? membersAt(form.valueType, deeper) : []
  })
  return [...new Set(names)]
}

/** Returns the possible schemas of a value, without wrappers. */
function listForms(schema: z.core.$ZodType | undefined): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listForms)
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap(listForms)
  }
  if (schema instanceof z.ZodPipe) return listForms(schema.in)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  ) {
    return listForms(schema.unwrap())
  }
  return schema ? [schema] : []
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A longer body takes a millisecond or more in each of its steps. */
const longBytes = 64 * 1024

/**
 * Parses a JSON body. Rejects bodies beyond the limits, keys that would change an object's
 * prototype or replace each other, and numbers whose digits a double would lose. Serves others between the steps of a
 * long one.
 */
export async function parseJson(body: Buffer, limits: BodyLimits = usualLimits): Promise<unknown> {
  const pause = async () => (body.length > longBytes ? nextTurn() : undefined)
  const members = mustBeWithinLimits(body, limits)
  await pause()
  const text = body.toString()
  const value = parseText(text)
  await pause()
  mustHaveSafeKeys(value, members)
  const inexact = findInexactNumber(text)
  if (inexact) {
    throw new Problem('malformed-json', {
      detail: `The number ${inexact.source.slice(0, 50)} at ${JSON.stringify(inexact.key.slice(0, 100))} would lose digits. Send it as a string.`,
    })
  }
  await pause()
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Problem('malformed-json', { detail: withoutExcerpt(error as SyntaxError) })
  }
}

/** Rejects keys that would change a prototype, and those of which all but the last one would be ignored. */
function mustHaveSafeKeys(value: unknown, members: number): void {
  let found = 0
  const look = (one: unknown): void => {
    if (one === null || typeof one !== 'object') return
    if (Array.isArray(one)) return one.forEach(look)
    const keys = Object.keys(one)
    found += keys.length
    if (keys.includes('__proto__')) {
      throw new Problem('malformed-json', { detail: 'The key `__proto__` is not allowed.' })
    }
    for (const key of keys) look((one as Record<string, unknown>)[key])
  }
  look(value)
  if (found === members) return
  throw new Problem('malformed-json', {
    detail: 'An object of the body has a key more than once. Send each key once.',
  })
}

/** V8 quotes the text around the error, which may be a secret; the position is enough. */
const withoutExcerpt = ({ message }: SyntaxError) =>
  /position \d+( \(line \d+ column \d+\))?/.exec(message)
    ? `The body is not valid JSON at ${/position \d+( \(line \d+ column \d+\))?/.exec(message)![0]}.`
    : 'The body is not valid JSON.'
