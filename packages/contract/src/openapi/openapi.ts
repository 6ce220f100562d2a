import { z } from 'zod'
import { getRequiredCapability } from './capabilities.ts'
import { commonProblems } from '../values/common-problems.ts'
import * as contract from '../index.ts'
import { makeExample } from './openapi-example.ts'
import {
  takesKey,
  isReplicaList,
  updatesRecord,
  type CallerKind,
  type OperationDefinition,
  type ReplySchema,
} from './operation.ts'
import { problemTypes, type ProblemKind, type ProblemType } from '../values/problems.ts'
import deliveries from '../reference/deliveries.json' with { type: 'json' }
import { bodyExamples } from '../reference/examples.ts'
import { withExamples } from '../reference/with-examples.ts'
import { tags } from './tags.ts'
import { webhookBodies } from '../delivery/webhooks.ts'
import { toJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { closeBodies } from './openapi-bodies.ts'
import { withPlainUnions } from './openapi-unions.ts'

export { toJsonObject, type Json, type JsonObject } from '../values/json.ts'

/**
 * Returns the contract as an OpenAPI 3.1 document: every exported operation, in the order of tag
 * and path, and every schema with an ID.
 */
export function openapiDocument(): JsonObject {
  return makeOpenApiDocument({
    operations: listExportedOperations(),
    schemas: listExportedSchemas(),
    webhooks: webhookBodies,
  })
}

/**
 * Returns the document of these operations and messages, with these schemas in addition to the used
 * ones.
 */
export function makeOpenApiDocument({
  operations,
  schemas = [],
  webhooks = [],
}: {
  operations: readonly OperationDefinition[]
  schemas?: readonly z.ZodType[]
  webhooks?: typeof webhookBodies
}): JsonObject {
  const components = new Components()
  for (const schema of schemas) components.add(schema)

  const inOrder = operations.toSorted(
    (a, b) =>
      compareText(a.tag, b.tag) || compareText(a.path, b.path) || compareText(a.method, b.method),
  )
  const paths: { [path: string]: JsonObject } = {}
  for (const operation of inOrder) {
    const path = (paths[operation.path] ??= {})
    const method = operation.method.toLowerCase()
    if (path[method]) {
      throw new Error(`Two operations are ${operation.method} ${operation.path}.`)
    }
    path[method] = describeOperation(operation, components)
  }

  closeBodies(paths, components)
  const messages = webhooks.map((message) => [message.type, describeWebhook(message, components)])
  return withPlainUnions({
    openapi: '3.1.0',
    info: {
      title: 'Platform API',
      version: '1.0.0',
      description: conventions,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...new Set(inOrder.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tags[name],
    })),
    paths,
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(messages) as JsonObject }),
    components: {
      schemas: inOrderOfName(components.schemas),
      parameters: { ...sharedParameters, ...(webhooks.length > 0 && webhookParameters) },
      responses: inOrderOfName(components.responses),
      securitySchemes,
    },
  })
}

function listExportedOperations(): OperationDefinition[] {
  const operations = Object.values<unknown>(contract).filter(isOperation)
  const ids = operations.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`Two operations have the id ${twice}.`)
  return operations
}

const listExportedSchemas = (): z.ZodType[] =>
  Object.values<unknown>(contract).filter(
    (value): value is z.ZodType =>
      value instanceof z.ZodType && z.globalRegistry.get(value)?.id !== undefined,
  )

const isOperation = (value: unknown): value is OperationDefinition =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'method', 'path', 'callers', 'success', 'reply'].every((key) => key in value)

function describeOperation(operation: OperationDefinition, components: Components): JsonObject {
  const parameters = [
    ...listParameters(operation, 'path', components),
    ...listParameters(operation, 'query', components),
    ...listHeaders(operation),
  ]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, callersSentence(operation)].filter(Boolean).join('\n\n'),
    security: listSecurity(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: describeBody(operation.id, operation.body, components),
      },
    }),
    responses: {
      [operation.success]: describeSuccess(operation, components),
      ...(isReadOfRecord(operation) && {
        304: { description: 'The resource matches `If-None-Match`.' },
      }),
      ...listFailures(operation, components),
    },
  }
}

function listParameters(
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

  // A query is sent as text: its parsed type is more specific than the text.
  const { properties } = components.inline(object, 'output')
  const { required } = components.inline(object, 'input')
  return Object.entries(toJsonObject(properties)).map(([name, property]) => {
    const { description, ...schema } = toJsonObject(property)
    return {
      name,
      in: where,
      required: where === 'path' || (Array.isArray(required) && required.includes(name)),
      ...(description !== undefined && { description }),
      schema,
    }
  })
}

/**
 * Messages recorded by a test. Members missing from some items of a list have the type `undefined`,
 * which JSON does not have.
 */
const receivedMessages: JsonObject = JSON.parse(JSON.stringify(deliveries))

/** Describes the request to a destination. Later versions may add members to a body. */
function describeWebhook(
  { type, summary, schema }: (typeof webhookBodies)[number],
  components: Components,
): JsonObject {
  const example = receivedMessages[type]
  return {
    post: {
      operationId: `on${getComponentName(schema)}`,
      summary,
      description:
        'Sent as a [signed webhook](https://www.standardwebhooks.com), or as an entry of a stream or an object in a bucket. Repeated until the destination accepts it.',
      security: [],
      parameters: ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: components.add(schema),
            ...(example !== undefined && { example }),
          },
        },
      },
      responses: { '2XX': { description: 'Accepted. Any other status is repeated.' } },
    },
  }
}

const getComponentName = (schema: z.ZodType) => String(z.globalRegistry.get(schema)?.id)

const namesInBraces = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const sharedParameters: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Idempotency key. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: '`ETag` of your copy. Returns 304 without a body if the resource is unchanged.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: '`ETag` of the resource as last read. Returns 412 if it has changed since.',
    schema: { type: 'string' },
  },
  LastPosition: {
    name: 'X-Platform-Position',
    in: 'header',
    required: false,
    description:
      '`X-Platform-Position` of the reply to your last change, or `any` if the list does not have to show a change of yours. The list may then come from a replica of the database and be up to two seconds old; `X-Platform-Replica-Age` is its age in milliseconds. Without this header, lists show the current state.',
    schema: { type: 'string' },
  },
}

const webhookParameters: JsonObject = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'ID of the message, the same for every attempt.',
    schema: { type: 'string' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Time of the attempt, in seconds since 1970.',
    schema: { type: 'string' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: 'Signatures of `id.timestamp.body`, separated by spaces.',
    schema: { type: 'string' },
  },
}

/** Reports whether the reply is a single record, which has a version. */
const isOfRecord = ({ reply }: OperationDefinition) =>
  reply instanceof z.ZodObject || reply instanceof z.ZodIntersection

const isReadOfRecord = (operation: OperationDefinition) =>
  operation.method === 'GET' && isOfRecord(operation)

const listHeaders = (operation: OperationDefinition): JsonObject[] => [
  ...(isReadOfRecord(operation) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ...(takesKey(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ...(updatesRecord(operation) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ...(isReplicaList(operation) ? [{ $ref: '#/components/parameters/LastPosition' }] : []),
]

const securitySchemes: JsonObject = {
  APIKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'API key of the project, with scope `full` or `frontend`.',
  },
  Bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Token of a signed-in builder, or a token that your backend signed for an end user.',
  },
}

/** Conventions of every operation. */
const conventions = [
  'Customer-facing integrations inside your own product.',
  '**Authentication.** Send `X-Api-Key: <key>` or `Authorization: Bearer <token>`, never both.',
  '**Errors** are returned as `application/problem+json` (RFC 9457). `type` links to a page about the problem, `detail` describes what happened, `issues` lists each invalid input, and `retryable` indicates whether the same request may succeed later.',
  '**Pagination.** Lists are sorted newest first. `pageSize` limits a page. The `Link` header with `rel="next"` contains the URL of the next page and is absent on the last.',
  '**Unknown inputs.** An unknown query parameter or body field is rejected with a 400 that names it and suggests the closest match. Updates accept read-only fields, so a resource can be sent back as it was read.',
  '**Updates** list the fields to change in `updateMask`. A listed field is replaced as a whole; if it is missing or null in the body, it is cleared. To avoid overwriting concurrent changes, send `If-Match` with the resource’s `ETag` on PATCH, PUT or DELETE: the request is rejected with 412 if the resource has changed.',
  '**Idempotency.** A POST (or a PUT that documents it) with an `Idempotency-Key` is carried out once. The same key and body replay the first reply for one day, or longer with `PLATFORM_KEEP_REPLIES`, with `Idempotency-Replayed: true`.',
  '**Limits.** `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` report the remaining requests. A 429 contains the time to wait in `Retry-After`. Bodies are limited to 5 MB, 25,000 values (50,000 in written records) and 5,000 members of an object; those of end users, with the frontend key or a token, to 100 kB and 10,000 values.',
  '**Support.** Each reply contains an `X-Request-Id`: yours, if you send one. It is also in the server’s log.',
].join('\n\n')

function listSecurity({ callers, optionalCallers }: OperationDefinition): JsonObject[] {
  if (optionalCallers) return [{}, ...listSchemes(optionalCallers)]
  return listSchemes(callers)
}

function listSchemes(callers: readonly CallerKind[]): JsonObject[] {
  const withKey = callers.includes('full') || callers.includes('frontend')
  const withToken = callers.includes('builder') || callers.includes('consumer')
  return [...(withKey ? [{ APIKeyHeader: [] }] : []), ...(withToken ? [{ Bearer: [] }] : [])]
}

function callersSentence(operation: OperationDefinition): string {
  const { callers, optionalCallers, permission } = operation
  const capability = getRequiredCapability(operation)
  const required = capability ?? permission
  if (optionalCallers) return 'No credential required. If one is sent, it must be valid.'
  if (callers.length === 0) return 'No credential required.'
  const names: Record<CallerKind, string> = {
    builder: required ? `a builder whose role includes \`${required}\`` : 'a builder',
    full: capability ? `an API key with the scope \`${capability}\` or \`full\`` : 'an API key',
    frontend: 'an API key of scope `frontend`',
    consumer: 'an end user, with a token signed by your backend',
  }
  return `Callers: ${callers.map((caller) => names[caller]).join('; ')}.`
}

function describeSuccess(operation: OperationDefinition, components: Components): JsonObject {
  const headers: JsonObject = {
    ...(isOfRecord(operation) && {
      ETag: {
        description: 'Version of the resource, for `If-Match` and `If-None-Match`.',
        schema: { type: 'string' },
      },
    }),
    ...(operation.success === 201 && {
      Location: { description: 'URL of the resource.', schema: { type: 'string' } },
    }),
    ...('pageToken' in (operation.query?.shape ?? {}) && {
      Link: { description: 'URL of the next page, with `rel="next"`.', schema: { type: 'string' } },
    }),
  }
  return {
    description: outcomes[operation.success],
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(operation.reply !== null && {
      content: describeContent(operation, operation.reply, components),
    }),
  }
}

const outcomes = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.', 204: 'Done.' } as const

const replyTypes = { text: 'text/plain', csv: 'text/csv' } as const

const describeContent = (
  { id }: OperationDefinition,
  reply: Exclude<ReplySchema, null>,
  components: Components,
): JsonObject =>
  reply === 'text' || reply === 'csv'
    ? { [replyTypes[reply]]: { schema: { type: 'string' } } }
    : jsonContent(withExamples(components.add(reply), `${id}Reply`), components)

const describeBody = (id: string, body: z.ZodType, components: Components): JsonObject =>
  jsonContent(withExamples(components.add(body), id), components, bodyExamples[id])

const jsonContent = (schema: JsonObject, { schemas }: Components, example?: Json): JsonObject => ({
  'application/json': { schema, example: example ?? makeExample(schema, schemas) },
})

/** Returns the problems of an operation by status: its own, and common ones. */
function listFailures(operation: OperationDefinition, components: Components): JsonObject {
  const kinds = new Set([...(operation.problems ?? []), ...commonProblems(operation)])
  const byStatus = Map.groupBy(kinds, (kind) => getProblemType(kind).status)

  const replies: JsonObject = {}
  for (const [status, sameStatus] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    replies[status] = components.addFailure(sameStatus)
  }
  return { ...replies, default: { $ref: '#/components/responses/problem' } }
}

const getProblemType = (kind: ProblemKind): ProblemType => problemTypes[kind]

/**
 * Components shared by operations: schemas by ID, failures by their problems. A schema without an
 * ID is inlined.
 */
class Components {
  readonly schemas: { [id: string]: Json } = {}
  readonly responses: { [name: string]: Json } = {}

  constructor() {
    this.responses['problem'] = this.#reply('Any other failure.', contract.ApiProblem)
  }

  /** Adds the schema and its references, and returns how to refer to it. */
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
    for (const [id, definition] of Object.entries(toJsonObject($defs))) {
      if (io === 'output' && id in this.schemas) continue
      this.schemas[id] = withExamples(pointAtComponents(toJsonObject(definition)), id)
    }
    return pointAtComponents(json)
  }

  /** Adds the reply of one status with these problems. */
  addFailure(kinds: readonly ProblemKind[]): JsonObject {
    const inOrder = kinds.toSorted(compareText)
    const name = inOrder.join('.')
    const { status } = getProblemType(inOrder[0]!)
    const headers = failureHeaders[status]
    this.responses[name] ??= {
      ...this.#reply(
        inOrder.map((kind) => `\`${kind}\`: ${getProblemType(kind).title}.`).join(' '),
        [400, 422].includes(status) ? contract.InputValidationProblem : contract.ApiProblem,
        Object.fromEntries(inOrder.map((kind) => [kind, { value: problemExample(kind) }])),
      ),
      ...(headers && { headers }),
    }
    return { $ref: `#/components/responses/${name}` }
  }

  #reply(description: string, schema: z.ZodType, examples?: JsonObject): JsonObject {
    const content = { schema: this.add(schema), ...(examples && { examples }) }
    return { description, content: { 'application/problem+json': content } }
  }
}

const header = (name: string, description: string) => ({
  [name]: { description, schema: { type: 'string' } },
})
const failureHeaders: Record<number, JsonObject> = {
  401: header('WWW-Authenticate', 'Required authentication scheme.'),
  429: header('Retry-After', 'Seconds to wait before retrying.'),
  503: header('Retry-After', 'Seconds to wait before retrying.'),
}

function problemExample(kind: ProblemKind): JsonObject {
  const { status, title, remedy, retryable = false } = getProblemType(kind)
  const page = `https://platform.example/problems/${kind}`
  const requestId = 'req_01jz5q0f8kf3bvw9s2m6t4x7ra'
  return {
    type: page,
    href: page,
    title,
    status,
    detail: `${title}.`,
    instance: `${page}#${requestId}`,
    subsystem: 'http',
    time: '2026-01-15T09:30:00Z',
    requestId,
    retryable,
    ...(remedy && { remedy }),
    ...(kind === 'invalid-input' && {
      detail: 'body items[0].name: Use at least 2 characters.',
      issues: [
        { in: 'body', name: 'items[0].name', value: 'x', detail: 'Use at least 2 characters.' },
      ],
    }),
  }
}

/** Removes keywords that only zod's validation needs. */
function tidy(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if ('example' in schema) {
    schema['examples'] = [schema['example']]
    delete schema['example']
  }
  if (schema['format'] !== undefined) delete schema['pattern']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (io === 'output') delete schema['additionalProperties']
  const names = schema['propertyNames']
  if (typeof names === 'object' && names && Object.keys(names).join() === 'type')
    delete schema['propertyNames']
}

const pointAtComponents = (json: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))

const inOrderOfName = (named: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(named).toSorted(([a], [b]) => compareText(a, b)))

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
