import { expect, it } from 'vitest'
import { z } from 'zod'
import * as contract from '../index.ts'
import { makeOpenApiDocument, type Json, openapiDocument } from './openapi.ts'
import { anybody, builders, operation, projectCallers } from './operation.ts'
import { bodyExamples, fieldExamples } from '../reference/examples.ts'

const Shelf = z.object({ id: z.string(), label: z.string() }).meta({ id: 'Shelf' })

const getShelf = operation({
  id: 'getShelf',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/shelves/{shelfId}',
  tag: 'Projects',
  summary: 'Get a shelf',
  callers: projectCallers,
  params: z.object({ projectIdOrName: z.string(), shelfId: z.string() }),
  query: z.object({
    pageSize: z.coerce.number().int().min(1).default(200),
    withBooks: z.stringbool().optional(),
    colour: z.string(),
  }),
  success: 200,
  reply: Shelf,
  problems: ['not-found'],
})

const document = openapiDocument()

const getAtPath = (json: unknown, ...path: (string | number)[]) =>
  path.reduce<any>((value, key) => value?.[key], json)

const shelfPath = '/v1/projects/{projectIdOrName}/shelves/{shelfId}'

it('describes every operation that the contract exports', () => {
  const operations = Object.values<any>(contract).filter((value) => value?.method && value?.path)

  const ids = Object.values(getAtPath(document, 'paths')).flatMap((path: any) =>
    Object.values(path).map((method: any) => method.operationId),
  )
  expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  expect(ids.length).toBeGreaterThan(0)
})

it('references only existing components', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  )

  const dangling = references.filter((path) => !getAtPath(document, ...path.split('/')))
  expect(dangling).toEqual([])
})

it('does not depend on the order of operations', () => {
  const another = operation({ ...getShelf, id: 'getBook', path: '/v1/books', params: z.object({}) })

  const documents = [
    makeOpenApiDocument({ operations: [getShelf, another] }),
    makeOpenApiDocument({ operations: [another, getShelf] }),
  ]

  expect(JSON.stringify(documents[0])).toBe(JSON.stringify(documents[1]))
})

it('types query parameters and requires only those without a default', () => {
  const described = makeOpenApiDocument({ operations: [getShelf] })

  expect(getAtPath(described, 'paths', shelfPath, 'get', 'parameters')).toMatchObject([
    { name: 'projectIdOrName', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'shelfId', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'pageSize',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, default: 200 },
    },
    { name: 'withBooks', in: 'query', required: false, schema: { type: 'boolean' } },
    { name: 'colour', in: 'query', required: true, schema: { type: 'string' } },
    { $ref: '#/components/parameters/IfNoneMatch' },
  ])
})

it('groups the problems of an operation and the common ones by status', () => {
  const described = makeOpenApiDocument({ operations: [getShelf] })

  const responses = getAtPath(described, 'paths', shelfPath, 'get', 'responses')
  expect(Object.keys(responses)).toEqual([
    '200',
    '304',
    '400',
    '401',
    '403',
    '404',
    '406',
    '408',
    '429',
    '431',
    '500',
    '503',
    'default',
  ])
  expect(responses[404]).toEqual({ $ref: '#/components/responses/not-found.project-not-found' })
  expect(
    getAtPath(described, 'components', 'responses', 'not-found.project-not-found'),
  ).toMatchObject({
    description: '`not-found`: Resource not found. `project-not-found`: Project not found.',
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/ApiProblem' } },
    },
  })
})

it.each([
  { callers: anybody, security: [] },
  { callers: builders, security: [{ Bearer: [] }] },
  { callers: projectCallers, security: [{ APIKeyHeader: [] }, { Bearer: [] }] },
])('requires $security for the callers $callers', ({ callers, security }) => {
  const described = makeOpenApiDocument({ operations: [{ ...getShelf, callers }] })

  expect(getAtPath(described, 'paths', shelfPath, 'get', 'security')).toEqual(security)
})

it('rejects a path parameter that the operation does not declare', () => {
  const broken = { ...getShelf, params: z.object({ projectIdOrName: z.string() }) }

  expect(() => makeOpenApiDocument({ operations: [broken] })).toThrow(
    'getShelf has no params for {shelfId} of its path.',
  )
})

it('rejects two operations with one method and path', () => {
  expect(() =>
    makeOpenApiDocument({ operations: [getShelf, { ...getShelf, id: 'other' }] }),
  ).toThrow(`Two operations are GET ${shelfPath}.`)
})

/** Returns every field and parameter of the document. */
function allFields() {
  const fields: { owner: string; name: string; schema: any }[] = []
  const visit = (json: any, owner: string): void => {
    if (json === null || typeof json !== 'object') return
    for (const [name, schema] of Object.entries<any>(json.properties ?? {})) {
      fields.push({ owner, name, schema })
      visit(schema, `${owner}.${name}`)
    }
    for (const [keyword, value] of Object.entries(json)) {
      if (!['properties', 'example', 'examples'].includes(keyword)) visit(value, owner)
    }
  }
  for (const [id, schema] of Object.entries(getAtPath(document, 'components', 'schemas')))
    visit(schema, id)
  for (const methods of Object.values<any>(getAtPath(document, 'paths'))) {
    for (const { operationId, parameters = [], requestBody, responses } of Object.values<any>(
      methods,
    )) {
      for (const schema of parameters.filter(({ name }: any) => name)) {
        fields.push({ owner: operationId, name: schema.name, schema })
      }
      visit(requestBody, operationId)
      visit(responses, `${operationId}Reply`)
    }
  }
  return fields
}

it('describes every field, parameter, schema and tag', () => {
  const schemas = Object.entries<any>(getAtPath(document, 'components', 'schemas'))

  const fields = allFields()

  expect(fields.length).toBeGreaterThan(500)
  const undescribed = [
    ...fields.map(({ owner, name, schema }) => [`${owner}.${name}`, schema.description]),
    ...schemas.map(([id, { description }]) => [id, description]),
    ...getAtPath(document, 'tags').map(({ name, description }: any) => [name, description]),
  ].filter(([, description]) => !/^[A-Z`].*[.]$/s.test(description ?? ''))
  expect(undescribed).toEqual([])
})

/** Words of a sentence without function words and those of the field’s own name. */
function wordsBeside(name: string, sentence: string): string[] {
  const ofName = name.split(/(?=[A-Z])|_/).map((word) => stem(word.toLowerCase()))
  return (sentence.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).filter(
    (word) => !joining.has(word) && !ofName.includes(stem(word)),
  )
}
const stem = (word: string) => word.replace(/(ies|es|ed|s|y)$/, '')
const joining = new Set(
  'a an and are be been by can for has have how in is it its of or s so such that the their these they this to was were what when where whether which who will with'.split(
    ' ',
  ),
)

it("adds to every field's name in its description", () => {
  const fields = allFields().filter(({ schema }) => schema.in !== 'path')

  const repeating = fields
    .filter(({ name, schema }) => wordsBeside(name, schema.description ?? '').length === 0)
    .map(({ owner, name, schema }) => [`${owner}.${name}`, schema.description])
  expect(repeating).toEqual([])
})

it('has no examples of unknown fields', () => {
  const known = new Set(allFields().flatMap(({ owner, name }) => [name, `${owner}.${name}`]))
  const operations = Object.values(getAtPath(document, 'paths')).flatMap((path: any) =>
    Object.values(path).map(({ operationId }: any) => operationId),
  )

  expect(Object.keys(fieldExamples).filter((field) => !known.has(field))).toEqual([])
  expect(Object.keys(bodyExamples).filter((id) => !operations.includes(id))).toEqual([])
})

it('shows each problem as in a reply', () => {
  const examples = Object.values<any>(getAtPath(document, 'components', 'responses')).flatMap(
    ({ content }) => Object.entries<any>(content['application/problem+json'].examples ?? {}),
  )

  expect(examples.length).toBeGreaterThan(50)
  for (const [kind, { value }] of examples) {
    const problem = contract.InputValidationProblem.parse(value)
    expect(problem.type).toMatch(new RegExp(`/problems/${kind}$`))
  }
})

it('has examples that match the schemas', () => {
  const withBody = Object.values<any>(contract).filter((value) => value?.path && value?.body)

  const refused = withBody.flatMap(({ id, method, path, body }) => {
    const { example }: { example: Json } = getAtPath(
      document,
      'paths',
      path,
      method.toLowerCase(),
      'requestBody',
      'content',
      'application/json',
    )
    const { error } = body.safeParse(example)
    return error ? [{ id, example, error: z.prettifyError(error) }] : []
  })

  expect(refused).toEqual([])
})
