import { expect, it } from 'vitest'
import { timeFilterBounds } from './time-filter.ts'

it('sends relative times to the API', () => {
  const { from, to } = timeFilterBounds({ since: '24h' })

  expect(Date.now() - Date.parse(from ?? '')).toBeCloseTo(24 * 3_600_000, -3)
  expect(to).toBeUndefined()
})

it('interprets times in the time zone of the user', () => {
  const local = new Date(2026, 10, 22, 8, 30)

  expect(timeFilterBounds({ from: '2026-11-22T08:30', to: 'tomorrow' })).toEqual({
    from: local.toISOString(),
    to: 'tomorrow',
  })
  expect(timeFilterBounds({ since: 'toString' })).toEqual({})
})
