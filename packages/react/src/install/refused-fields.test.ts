import { expect, it } from 'vitest'
import { sampleReadRefusal } from '../testing/fake-problems.ts'
import { refusedFields } from './refused-fields.ts'

it('finds the fields that the sample read refused, in the provider’s words', () => {
  const error = sampleReadRefusal('Contact', { Fax: 'No such column Fax' })

  expect(refusedFields(error, 'Contact', ['Fax', 'Phone'])).toEqual({ Fax: 'No such column Fax' })
})

it('blames no field of another object', () => {
  const error = sampleReadRefusal('Account', { Fax: 'No such column Fax' })

  expect(refusedFields(error, 'Contact', ['Fax'])).toEqual({})
})
