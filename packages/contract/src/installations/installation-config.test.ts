import { expect, it } from 'vitest'
import { ReadConfigObject, WriteConfigObject } from './installation-config.ts'

it.each([
  ['read', ReadConfigObject],
  ['write', WriteConfigObject],
])('accepts an object to %s without settings, by its key alone', (_, schema) => {
  expect(schema.parse({})).toEqual({})
  expect(schema.parse({ objectName: 'contacts' })).toEqual({ objectName: 'contacts' })
})
