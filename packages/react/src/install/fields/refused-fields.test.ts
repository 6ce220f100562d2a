import { expect, it } from 'vitest'
import { sampleReadRejection } from '../../testing/fake-problems.ts'
import { findRejectedFields } from './refused-fields.ts'

it('returns the rejected fields with the message of the provider', () => {
  const error = sampleReadRejection('Contact', { Fax: 'No such column Fax' })

  expect(findRejectedFields(error, 'Contact', ['Fax', 'Phone'])).toEqual({
    Fax: 'No such column Fax',
  })
})

it('ignores fields of another object', () => {
  const error = sampleReadRejection('Account', { Fax: 'No such column Fax' })

  expect(findRejectedFields(error, 'Contact', ['Fax'])).toEqual({})
})
