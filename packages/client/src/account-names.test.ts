import { expect, it } from 'vitest'
import { makeInstance } from './account-names.ts'

it.each([
  ['Sales EMEA', [], 'sales-emea'],
  ['  Zürich / Nord ', [], 'zurich-nord'],
  ['日本', [], 'account'],
  ['日本', ['account', 'account-2'], 'account-3'],
  ['Sales EMEA', ['', 'sales-emea'], 'sales-emea-2'],
  ['x'.repeat(100), [], 'x'.repeat(40)],
  [`${'x'.repeat(39)} y`, [], 'x'.repeat(39)],
])('names the account %s beside %j', (name, taken, instance) => {
  expect(makeInstance(name, taken)).toBe(instance)
  expect(makeInstance(name, taken)).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
})
