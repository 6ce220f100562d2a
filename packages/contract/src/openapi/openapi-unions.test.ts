import { expect, it } from 'vitest'
import { toJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { openapiDocument } from './openapi.ts'
import { withPlainUnions } from './openapi-unions.ts'

const document = openapiDocument()
const schemas = toJsonObject(toJsonObject(document['components'] ?? {})['schemas'] ?? {})

/** Every object of the document, with the path that leads to it. */
function* walkParts(part: Json, path: string): Generator<[path: string, part: JsonObject]> {
  if (typeof part !== 'object' || part === null) return
  if (!Array.isArray(part)) yield [path, part]
  for (const [name, inner] of Object.entries(part)) yield* walkParts(inner, `${path}.${name}`)
}

it('contains all fields of every object of a union', () => {
  const schema: JsonObject = {
    components: {
      schemas: {
        Kind: {
          oneOf: [
            { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
            { type: 'object', properties: { b: { type: ['string', 'integer'] } } },
          ],
        },
        Thing: {
          allOf: [
            { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
            { $ref: '#/components/schemas/Kind' },
          ],
          description: 'A thing.',
        },
      },
    },
  }

  expect(withPlainUnions(schema)).toMatchObject({
    components: {
      schemas: {
        Thing: {
          description: 'A thing.',
          oneOf: [
            { properties: { id: {}, a: {} }, required: ['id', 'a'] },
            {
              properties: { id: {}, b: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
              required: ['id'],
            },
          ],
        },
      },
    },
  })
})

it('avoids constructs that break Python and Go generators', () => {
  const parts = [...walkParts(document, '')].filter(([path]) => !/\.examples?\b/.test(path))

  expect(parts.filter(([, { type }]) => Array.isArray(type)).map(([path]) => path)).toEqual([])
  expect(parts.filter(([, { allOf }]) => allOf !== undefined).map(([path]) => path)).toEqual([])
})

/** Generators name what is written within a schema by the schema and the field: `AttemptError`. */
it('uses no schema name that generators reserve', () => {
  const within = Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries(toJsonObject(toJsonObject(schema)['properties'] ?? {}))
      .filter(([, field]) => toJsonObject(field)['$ref'] === undefined)
      .map(([field]) => name + field.charAt(0).toUpperCase() + field.slice(1)),
  )
  const replies = [...walkParts(document['paths'] ?? {}, '')].flatMap(([, { operationId }]) =>
    typeof operationId === 'string'
      ? [`${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Response`]
      : [],
  )
  const taken = new Set([...within, ...replies])

  expect(replies.length).toBeGreaterThan(100)
  expect(Object.keys(schemas).filter((name) => taken.has(name))).toEqual([])
})

/** In Go a value of an enumeration is a constant of the package, beside these types. */
it('has no enum value with the name of the client', () => {
  const values = [...walkParts(schemas, '')].flatMap(([, part]) =>
    Array.isArray(part['enum']) ? part['enum'] : [],
  )

  expect(values.filter((value) => /^client$/i.test(String(value)))).toEqual([])
})
