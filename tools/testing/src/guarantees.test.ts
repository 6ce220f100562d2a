import { expect, it } from 'vitest'
import { guarantees, findUnprovenGuarantees } from './guarantees.ts'

it('finds guarantees of which no test passed', () => {
  const [skipped = '', ...passed] = guarantees.map(({ name }) => name)

  const unproven = findUnprovenGuarantees([
    { tags: passed, isPassed: true },
    { tags: [skipped], isPassed: false },
  ])

  expect(unproven.map(({ name }) => name)).toEqual([skipped])
})
