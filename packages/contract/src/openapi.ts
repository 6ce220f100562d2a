import { z } from 'zod'
import { commonProblems } from './common-problems.ts'
import * as contract from './index.ts'
import { exampleOf } from './openapi-example.ts'
import type { CallerKind, OperationDefinition, Reply } from './operation.ts'
import { problemTypes, type ProblemKind, type ProblemType } from './problems.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/**
 * The contract as an OpenAPI 3.1 document: every operation that the contract exports, in the order
 * of tag and path, and every schema that carries an id.
 */
export function openapiDocument(): JsonObject {
  return documentOf({ operations: exportedOperations(), schemas: exportedSchemas() })
}

/** The document of these operations and of these schemas beside the ones they use. */
export function documentOf({
  operations,
  schemas = [],
}: {
  operations: readonly OperationDefinition[]
  schemas?: readonly z.ZodType[]
}): JsonObject {
  const components = new Components()
  for (const schema of schemas) components.add(schema)

  const inOrder = operations.toSorted(
    (a, b) => compare(a.tag, b.tag) || compare(a.path, b.path) || compare(a.method, b.method),
  )
  const paths: { [path: string]: JsonObject } = {}
  for (const operation of inOrder) {
    const path = (paths[operation.path] ??= {})
    const method = operation.method.toLowerCase()
    if (path[method]) {
      throw new Error(`Two operations are ${operation.method} ${operation.path}.`)
    }
    path[method] = describe(operation, components)
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Platform API',
      version: '1.0.0',
      description:
        'Customer-facing integrations inside your own product. Every failure is an ' +
        '`application/problem+json` (RFC 9457).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...new Set(inOrder.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: inOrderOfName(components.schemas),
      parameters: sharedParameters,
      responses: inOrderOfName(components.responses),
      securitySchemes,
    },
  }
}

function exportedOperations(): OperationDefinition[] {
  const operations = Object.values<unknown>(contract).filter(isOperation)
  const ids = operations.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`Two operations have the id ${twice}.`)
  return operations
}

const exportedSchemas = (): z.ZodType[] =>
  Object.values<unknown>(contract).filter(
    (value) => value instanceof z.ZodType && z.globalRegistry.get(value)?.id !== undefined,
  ) as z.ZodType[]

const isOperation = (value: unknown): value is OperationDefinition =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'method', 'path', 'callers', 'success', 'reply'].every((key) => key in value)

function describe(operation: OperationDefinition, components: Components): JsonObject {
  const parameters = [
    ...parametersOf(operation, 'path', components),
    ...parametersOf(operation, 'query', components),
    ...headersOf(operation),
  ]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, callersSentence(operation)].filter(Boolean).join('\n\n'),
    security: securityOf(operation.callers),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: { required: true, content: jsonContent(operation.body, components) },
    }),
    responses: {
      [operation.success]: successOf(operation, components),
      ...failuresOf(operation, components),
    },
  }
}

function parametersOf(
  operation: OperationDefinition,
  where: 'path' | 'query',
  components: Components,
): JsonObject[] {
  const named = where === 'path' ? namesInBraces(operation.path) : []
  const object = where === 'path' ? operation.params : operation.query
  const missing = named.filter((name) => !(name in (object?.shape ?? {})))
  if (missing.length > 0) {
    throw new Error(`${operation.id} has no params for {${missing.join('}, {')}} of its path.`)
  }
  if (!object) return []

  // A query travels as text: what it is parsed to says more than the text that it is parsed from.
  const { properties = {} } = components.inline(object, 'output') as { properties?: JsonObject }
  const { required = [] } = components.inline(object, 'input') as { required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }))
}

const namesInBraces = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

const sharedParameters: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key and body replay the first reply for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the record as it was read; 412 when it has changed since.',
    schema: { type: 'string' },
  },
}

function headersOf({ method }: OperationDefinition): JsonObject[] {
  if (method === 'POST') return [{ $ref: '#/components/parameters/IdempotencyKey' }]
  if (method === 'PATCH' || method === 'DELETE')
    return [{ $ref: '#/components/parameters/IfMatch' }]
  return []
}

const securitySchemes: JsonObject = {
  APIKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  Bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
}

function securityOf(callers: readonly CallerKind[]): JsonObject[] {
  const withKey = callers.includes('full') || callers.includes('frontend')
  const withToken = callers.includes('builder') || callers.includes('consumer')
  return [...(withKey ? [{ APIKeyHeader: [] }] : []), ...(withToken ? [{ Bearer: [] }] : [])]
}

function callersSentence({ callers, permission }: OperationDefinition): string {
  if (callers.length === 0) return 'Needs no credential.'
  const names: Record<CallerKind, string> = {
    builder: permission ? `a builder with the permission \`${permission}\`` : 'a builder',
    full: 'an API key of scope `full`',
    frontend: 'an API key of scope `frontend`',
    consumer: 'an end user, by a token that the builder signed',
  }
  return `May be called by ${callers.map((caller) => names[caller]).join('; ')}.`
}

function successOf(operation: OperationDefinition, components: Components): JsonObject {
  const headers: JsonObject = {
    ...(operation.success === 201 && {
      Location: { description: 'Where the record is.', schema: { type: 'string' } },
    }),
    ...('pageToken' in (operation.query?.shape ?? {}) && {
      Link: { description: 'The next page, `rel="next"`.', schema: { type: 'string' } },
    }),
  }
  return {
    description: operation.reply === null ? 'Done.' : 'The reply.',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(operation.reply !== null && { content: contentOf(operation.reply, components) }),
  }
}

const contentOf = (reply: Exclude<Reply, null>, components: Components): JsonObject =>
  reply === 'text'
    ? { 'text/plain': { schema: { type: 'string' } } }
    : jsonContent(reply, components)

function jsonContent(schema: z.ZodType, components: Components): JsonObject {
  const json = components.add(schema)
  return { 'application/json': { schema: json, example: exampleOf(json, components.schemas) } }
}

/** The problems of an operation by status: its own, and those that hold everywhere. */
function failuresOf(operation: OperationDefinition, components: Components): JsonObject {
  const kinds = new Set([...(operation.problems ?? []), ...commonProblems(operation)])
  const byStatus = Map.groupBy(kinds, (kind) => typeOf(kind).status)

  const replies: JsonObject = {}
  for (const [status, sameStatus] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    replies[status] = components.addFailure(sameStatus)
  }
  return { ...replies, default: { $ref: '#/components/responses/problem' } }
}

const typeOf = (kind: ProblemKind): ProblemType => problemTypes[kind]

/**
 * What operations share: schemas by their id, failures by the problems they tell of. A schema
 * without an id is written where it is used.
 */
class Components {
  readonly schemas: { [id: string]: Json } = {}
  readonly responses: { [name: string]: Json } = {}

  constructor() {
    this.responses['problem'] = this.#reply('Any other failure.', contract.ApiProblem)
  }

  /** Takes in the schema and all it refers to, and answers how to write it. */
  add(schema: z.ZodType): JsonObject {
    return this.inline(schema, 'input')
  }

  inline(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => tidy(jsonSchema, io),
    }) as JsonObject
    for (const [id, definition] of Object.entries($defs as JsonObject)) {
      if (io === 'input' || !(id in this.schemas)) this.schemas[id] = pointAtComponents(definition)
    }
    return pointAtComponents(json) as JsonObject
  }

  /** The reply of one status that tells of these problems. */
  addFailure(kinds: readonly ProblemKind[]): JsonObject {
    const inOrder = kinds.toSorted(compare)
    const name = inOrder.join('.')
    this.responses[name] ??= this.#reply(
      inOrder.map((kind) => `\`${kind}\`: ${typeOf(kind).title}.`).join(' '),
      kinds.some((kind) => [400, 422].includes(typeOf(kind).status))
        ? contract.InputValidationProblem
        : contract.ApiProblem,
    )
    return { $ref: `#/components/responses/${name}` }
  }

  #reply(description: string, schema: z.ZodType): JsonObject {
    return { description, content: { 'application/problem+json': { schema: this.add(schema) } } }
  }
}

/** Leaves out what only a validator of zod's kind needs. */
function tidy(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if ('example' in schema) {
    schema['examples'] = [schema['example']]
    delete schema['example']
  }
  if (schema['format'] !== undefined) delete schema['pattern']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (io === 'output') delete schema['additionalProperties']
  const names = schema['propertyNames'] as Record<string, unknown> | undefined
  if (names && Object.keys(names).join() === 'type') delete schema['propertyNames']
}

const pointAtComponents = (json: Json): Json =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json

const inOrderOfName = (named: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => compare(a, b)))

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
