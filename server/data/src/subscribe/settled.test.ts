import { expect, it } from 'vitest'
import { isSettled } from './sweep.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const dayMs = 86_400_000

it.each([
  ['two minutes old', -120_000, true],
  ['of this second', -1_000, false],
  ['a little ahead of the clock', 60_000, false],
  ['years ahead of the clock', 10 * 365 * dayMs, true],
])('a recurring sweep reports a change that is %s: %s ms, %j', (_, ms, isReported) => {
  expect(isSettled(now + ms, now)).toBe(isReported)
})

it.each([-1_000, 60_000, 3_600_000])('a change at %i ms is reported by a later sweep', (ms) => {
  expect(isSettled(now + ms, now + ms + 120_000)).toBe(true)
})
