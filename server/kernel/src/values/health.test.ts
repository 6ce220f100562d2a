import { expect, it } from 'vitest'
import { getHealth, findWorst } from './health.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

it('is healthy without observations', () => {
  expect(getHealth({ retried: undefined, failed: false }, now)).toEqual({ state: 'healthy' })
})

it.each([
  [14, 'retrying'],
  [16, 'failing'],
])('shows a failure of %i minutes that is being retried as %s', (minutes, state) => {
  const retried = { since: ago(minutes), reason: 'No answer.', retryTime: ago(-1) }

  expect(getHealth({ retried }, now)).toEqual({
    state,
    since: ago(minutes).toISOString(),
    reason: 'No answer.',
    retryTime: ago(-1).toISOString(),
  })
})

it('ranks causes for the end user first, then failures, then pauses', () => {
  const sign = { since: ago(1) }
  const all = { refused: sign, failed: sign, stopped: sign, retried: sign, unconfirmed: sign }

  expect(getHealth(all, now).state).toBe('needsSignIn')
  expect(getHealth({ ...all, refused: false }, now).state).toBe('failing')
  expect(getHealth({ stopped: sign, retried: sign }, now).state).toBe('paused')
  expect(getHealth({ retried: sign, unconfirmed: sign }, now).state).toBe('retrying')
  expect(getHealth({ unconfirmed: sign }, now).state).toBe('unconfirmed')
})

it('returns the worst health of its parts, and the oldest of equals', () => {
  const lately = getHealth({ failed: { since: ago(1) } }, now)
  const longSince = getHealth({ failed: { since: ago(99) } }, now)
  const stopped = getHealth({ stopped: { since: ago(999) } }, now)

  expect(findWorst([lately, stopped, longSince, lately])).toEqual(longSince)
  expect(findWorst([])).toEqual({ state: 'healthy' })
})

it('reports the earliest retry time of equal failures', () => {
  const failing = { state: 'failing' as const, reason: 'No answer.' }
  const parts = [
    { ...failing, since: '2026-03-01', retryTime: '2026-03-05' },
    { ...failing, since: '2026-03-02', retryTime: '2026-03-04' },
    { ...failing, since: '2026-03-02', reason: 'Refused.', retryTime: '2026-03-03' },
  ]

  expect(findWorst(parts)).toEqual({ ...failing, since: '2026-03-01', retryTime: '2026-03-04' })
})
