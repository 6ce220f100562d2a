import { expect, it } from 'vitest'
import { warnOfCalculatedFields } from './calculated-fields.ts'

it('warns of computed fields and names the first of many', () => {
  const many = Array.from({ length: 8 }, (_, n) => `f${n}`)

  expect(warnOfCalculatedFields()).toBeUndefined()
  expect(warnOfCalculatedFields([])).toBeUndefined()
  expect(warnOfCalculatedFields(['score'])).toContain('computes score. If only this value changes')
  expect(warnOfCalculatedFields(many)).toContain('f4, and 3 more. If only such a value changes')
})
