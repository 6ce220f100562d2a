import { expect, it } from 'vitest'
import { offersAt, pathAt, type Schema } from './schema-paths.ts'

const schema: Schema = {
  properties: {
    specVersion: { const: '1.0.0' },
    integrations: { type: 'array', items: { $ref: '#/$defs/Integration' } },
  },
  $defs: {
    Integration: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Its name.' },
        proxy: { type: 'object', properties: { enabled: { type: 'boolean' } } },
        read: {
          type: 'object',
          properties: { objects: { type: 'array', items: { $ref: '#/$defs/Object' } } },
        },
      },
    },
    Object: {
      anyOf: [
        { properties: { objectName: { type: 'string' }, mode: { enum: ['all', 'changes'] } } },
        { properties: { schedule: { type: 'string' } } },
      ],
    },
  },
}

const file = (text: string) => text.replace(/^\n/, '').split('\n')
const labels = (text: string) => offersAt(file(text), schema).map(({ label }) => label)

it.each([
  ['', []],
  ['integrations:\n  - na', ['integrations']],
  ['integrations:\n- na', ['integrations']],
  ['integrations:\n  - name: crm\n    re', ['integrations']],
  ['integrations:\n  - name: crm\n    read:\n      ob', ['integrations', 'read']],
  [
    'integrations:\n  - name: crm\n    read:\n      objects:\n        - objectName: a\n        - objectName: b\n          sch',
    ['integrations', 'read', 'objects'],
  ],
  ['integrations:\n  - read:\n      objects: []\n    proxy:\n      en', ['integrations', 'proxy']],
  ['integrations:\n  - read:\n      objects: []\n  - na', ['integrations']],
])('finds the path of the last line of %j', (text, path) => {
  expect(pathAt(file(text))).toEqual(path)
})

it.each([
  ['', ['specVersion', 'integrations']],
  ['specVersion: ', ['1.0.0']],
  ['specVersion: 1.0.0\nint', ['integrations']],
  ['integrations:\n  - name: crm\n    ', ['proxy', 'read']],
  ['integrations:\n  - proxy:\n      enabled: ', ['true', 'false']],
  ['integrations:\n  - read:\n      objects:\n        - mode: c', ['all', 'changes']],
  ['integrations:\n  - read:\n      objects:\n        - ', ['objectName', 'mode', 'schedule']],
  ['nowhere:\n  ', []],
])('offers names and values for the last line of %j', (text, expected) => {
  expect(labels(text)).toEqual(expected)
})
