import { expect, it } from 'vitest'
import { firstTrial, nextConfirmation, nextTrial, type TrialOutcome } from './trials.ts'

const start = new Date('2026-03-01T00:00:00Z')
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

it('tries refused credentials daily for a week, and no longer', () => {
  const tried: string[] = []
  let at = firstTrial(start, 0.5)
  for (;;) {
    tried.push(at.toISOString().slice(0, 10))
    const next = nextTrial('refused', { refusedSince: start, now: at, chance: 0.5 })
    if (next.do === 'give-up') break
    at = next.at
  }

  expect(tried).toEqual([2, 3, 4, 5, 6, 7, 8].map((day) => `2026-03-0${day}`))
})

it.each<[TrialOutcome, now: Date, chance: number, at: Date | undefined]>([
  ['refused', after(24), 0, after(48)],
  ['refused', after(24), 0.5, after(48.5)],
  ['unclear', after(24), 0, after(25)],
  ['unclear', after(7 * 24 - 1), 0, after(7 * 24)],
  ['unclear', after(7 * 24), 0, undefined],
  ['refused', after(7 * 24), 0, undefined],
])('decides the next trial after %s at %s', (outcome, now, chance, at) => {
  expect(nextTrial(outcome, { refusedSince: start, now, chance })).toEqual(
    at ? { do: 'try', at } : { do: 'give-up' },
  )
})

it('tries unconfirmed credentials soon, then hourly for a week, and no longer', () => {
  const minutes: number[] = []
  let now = start
  for (;;) {
    const next = nextConfirmation({ since: start, now })
    if (next.do === 'give-up') break
    minutes.push((next.at.getTime() - now.getTime()) / 60_000)
    now = next.at
  }

  expect(minutes.slice(0, 8)).toEqual([1, 1, 2, 4, 8, 16, 32, 60])
  expect(minutes.length).toBeLessThan(200)
})
