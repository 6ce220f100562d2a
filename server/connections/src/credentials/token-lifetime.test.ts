import { expect, it } from 'vitest'
import { toExpiresAt } from './token-lifetime.ts'

const now = new Date('2026-11-28T12:00:00Z')
const hour = 3_600_000

it.each([
  [{}, { keepAliveHours: 24 }, 24 * hour],
  [{ expiresIn: 3600 }, { keepAliveHours: 24 }, hour],
  [{ expiresIn: 10 ** 6 }, { keepAliveHours: 24 }, 24 * hour],
  [{ expiresIn: 3600 }, {}, hour],
  [{}, { assumedSeconds: 7200 }, 2 * hour],
])('refreshes a token of %j with %j in %i ms at the latest', (reply, known, ms) => {
  expect(toExpiresAt(reply, { now, ...known })).toBe(now.getTime() + ms)
})

it('knows no end of a token without a lifetime', () => {
  expect(toExpiresAt({}, { now })).toBeUndefined()
})
