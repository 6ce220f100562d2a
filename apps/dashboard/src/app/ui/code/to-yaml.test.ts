import { expect, it } from 'vitest'
import { toYaml } from './to-yaml.ts'

it('writes a manifest with its lists and maps indented', () => {
  const manifest = {
    name: 'crm-sync',
    read: {
      objects: [
        { objectName: 'contact', requiredFields: [{ fieldName: 'email' }, { fieldName: 'id' }] },
      ],
    },
    proxy: { enabled: true },
  }

  const text = toYaml(manifest)

  expect(text).toBe(
    [
      'name: crm-sync',
      'read:',
      '  objects:',
      '    - objectName: contact',
      '      requiredFields:',
      '        - fieldName: email',
      '        - fieldName: id',
      'proxy:',
      '  enabled: true',
    ].join('\n'),
  )
})

it('quotes ambiguous scalars', () => {
  const value = {
    schedule: '*/10 * * * *',
    answer: 'yes',
    version: '1.0.0',
    note: 'a: b',
    none: {},
  }

  const text = toYaml(value)

  expect(text.split('\n')).toEqual([
    'schedule: "*/10 * * * *"',
    'answer: "yes"',
    'version: "1.0.0"',
    'note: "a: b"',
    'none: {}',
  ])
})

it('omits undefined values', () => {
  const value = { name: 'crm-sync', module: undefined }

  const text = toYaml(value)

  expect(text).toBe('name: crm-sync')
})
