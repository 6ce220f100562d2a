import { expect, it } from 'vitest'
import { describeAppliedFilter } from './applied-filter.ts'

it('says what the provider applies and what is left out after reading', () => {
  const conditions = [
    { fieldName: 'City', operator: 'eq', appliedBy: 'provider' },
    { fieldName: 'City', operator: 'eq', appliedBy: 'provider' },
    { fieldName: 'Notes', operator: 'contains', appliedBy: 'platform' },
  ] as const

  expect(describeAppliedFilter({ setBy: 'installation', conditions: [...conditions] })).toBe(
    'Reads request only what matches the filter of this installation: City eq. Left out after reading by the filter of this installation: Notes contains.',
  )
  expect(describeAppliedFilter({ setBy: 'integration', conditions: [] })).toContain(
    'has not mapped its fields',
  )
})
