import { objectOf, type Json } from '@platform/contract/openapi'
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
  const members = Object.keys(objectOf(schema['properties'] ?? {}))

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

it('takes no member that it does not know, however deep', () => {
  const objects = [...objectsIn(schema)]

  expect(objects.length).toBeGreaterThan(20)
  for (const one of objects) expect(one['additionalProperties']).toBe(false)
})

it('refers to what is there, and has what is in a list complete', () => {
  const definitions = objectOf(schema['$defs'] ?? {})
  const referred = JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)

  for (const [, name = ''] of referred) expect(definitions).toHaveProperty(name)
  expect(definitions['MetadataItemInput']).toMatchObject({ required: ['name'] })
  expect(definitions['Oauth2OptsPatch']).not.toHaveProperty('required')
})
