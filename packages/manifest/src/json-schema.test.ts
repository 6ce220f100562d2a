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
