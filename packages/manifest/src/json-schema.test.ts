import { expect, it } from 'vitest'
import { manifestJsonSchema } from './json-schema.ts'

it('describes the file to editors, and refuses keys that it does not know', () => {
  const schema = manifestJsonSchema()

  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'platform.yaml',
    required: ['specVersion', 'integrations'],
    additionalProperties: false,
    properties: { specVersion: { const: '1.0.0' }, integrations: { minItems: 1 } },
  })
  expect(schema['$defs'].IntegrationObject).toMatchObject({
    additionalProperties: false,
    properties: { schedule: { description: expect.stringContaining('five fields') } },
  })
})

it('documents every key', () => {
  const undescribed: string[] = []
  const visit = (schema: any, path: string): void => {
    for (const [key, property] of Object.entries<any>(schema?.properties ?? {})) {
      if (!property.description) undescribed.push(`${path}.${key}`)
      visit(property, `${path}.${key}`)
    }
    for (const part of [schema?.items, ...(schema?.anyOf ?? [])].filter(Boolean)) visit(part, path)
  }
  const schema = manifestJsonSchema()

  visit(schema, 'Manifest')
  for (const [id, definition] of Object.entries(schema['$defs'])) visit(definition, id)

  expect(undescribed).toEqual([])
})
