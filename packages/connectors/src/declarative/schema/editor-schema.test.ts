import { toJsonObject, type Json } from '@platform/contract/openapi'
import { expect, it } from 'vitest'
import { providerSchema } from './editor-schema.ts'

const schema = providerSchema()

/** Every object of the schema, however deep. */
function* objectsIn(part: Json): Generator<Record<string, Json>> {
  if (typeof part !== 'object' || part === null) return
  if (!Array.isArray(part) && part['properties'] !== undefined) yield part
  for (const inner of Object.values(part)) yield* objectsIn(inner)
}

it('describes every member of a file of one provider, and requires none', () => {
  const members = Object.keys(toJsonObject(schema['properties'] ?? {}))

  expect(members).toEqual(
    expect.arrayContaining([
      'baseURL',
      'objects',
      'limits',
      'oauth2Dialect',
      'trustedDomains',
      '$schema',
    ]),
  )
  expect(schema).not.toHaveProperty('required')
})

it('rejects unknown members at every depth', () => {
  const objects = [...objectsIn(schema)]

  expect(objects.length).toBeGreaterThan(20)
  for (const one of objects) expect(one['additionalProperties']).toBe(false)
})

it('contains only resolvable references and complete lists', () => {
  const definitions = toJsonObject(schema['$defs'] ?? {})
  const referred = JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)

  for (const [, name = ''] of referred) expect(definitions).toHaveProperty(name)
  expect(definitions['MetadataItemInput']).toMatchObject({ required: ['name'] })
  expect(definitions['Oauth2OptsOfEntryPatch']).not.toHaveProperty('required')
})
