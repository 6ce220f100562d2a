import { expect, it } from 'vitest'
import type { Failure } from '@platform/sinks/outcome'
import { defaultRetryDelaysMs, nextStep } from './next-step.ts'

const hour = 3600 * 1000
const policy = { retryDelaysMs: defaultRetryDelaysMs, disableAfterMs: 120 * hour }
const failed: Failure = { succeeded: false, class: 'status', detail: 'It answered 503.' }

const waitAfter = (outcome: Failure, { attemptsUsed = 1, chance = 0.5 } = {}) => {
  const step = nextStep(outcome, { attemptsUsed, failingSince: 0, now: 0, chance }, policy)
  return step.do === 'retry' ? step.at : step.do
}

it('retries for about 76 hours with jitter, and then gives up', () => {
  const waits = (chance: number) =>
    defaultRetryDelaysMs.map((_, index) => waitAfter(failed, { attemptsUsed: index + 1, chance }))
  const sum = (chance: number) => waits(chance).reduce<number>((all, wait) => all + Number(wait), 0)

  expect(waits(0.5)).toEqual(defaultRetryDelaysMs)
  expect(sum(0.5) / hour).toBeCloseTo(75.6, 1)
  expect(sum(0) / sum(0.5)).toBeCloseTo(0.8)
  expect(sum(1) / sum(0.5)).toBeCloseTo(1.2)
  expect(waitAfter(failed, { attemptsUsed: 11 })).toBe('give-up')
})

it('extends the wait on request of the receiver up to a day, and never shortens it', () => {
  const asking = (retryAfterMs: number) => waitAfter({ ...failed, retryAfterMs }, { chance: 0 })

  expect(asking(10_000)).toBe(10_000)
  expect(asking(1000 * hour)).toBe(24 * hour)
  expect(asking(0)).toBe(4_000)
})

it('disables a removed receiver immediately, and a failing one after the limit', () => {
  const gone = nextStep(
    { ...failed, gone: true },
    { attemptsUsed: 1, failingSince: 0, now: 0, chance: 0 },
    policy,
  )
  const failing = nextStep(
    failed,
    { attemptsUsed: 1, failingSince: 0, now: 120 * hour, chance: 0 },
    policy,
  )

  expect(gone).toEqual({ do: 'disable', reason: 'It answered 410 Gone.' })
  expect(failing).toEqual({
    do: 'disable',
    reason:
      'Every attempt has failed since 1970-01-01T00:00:00.000Z, most recently: It answered 503.',
  })
})

it('gives up at once when no attempt can succeed', () => {
  expect(waitAfter({ ...failed, class: 'tooLarge', isFinal: true })).toBe('give-up')
})
