import { ProviderError, type ProviderFailure } from '@platform/connector'
import { expect, it } from 'vitest'
import { Problem } from '../problems/problem.ts'
import { nextTry } from './next-try.ts'

const failed = (failure: ProviderFailure, retryAfterMs?: number) =>
  new ProviderError(failure, 'no', { retryAfterMs })
const chance = 0.5

it.each([1, 8, 100, 10_000])(
  'never gives up a backfill while the provider is away (%i)',
  (tries) => {
    const step = nextTry(failed('unavailable'), { readType: 'backfill', tries, chance })

    expect(step).toEqual({ do: 'retry', delayMs: Math.min(1000 * 2 ** (tries - 1), 300_000) })
  },
)

it.each(['permission', 'bad-request', 'not-found'] as const)(
  'takes a first %s for a passing mistake of the provider, and pauses a backfill that meets it again and again',
  (failure) => {
    const first = nextTry(failed(failure), { readType: 'backfill', tries: 1, chance })
    const sixth = nextTry(failed(failure), { readType: 'backfill', tries: 6, chance })

    expect(first.do).toBe('retry')
    expect(sixth).toEqual({ do: 'pause', cause: 'failures' })
  },
)

it.each([400, 422])('asks no second time for what is refused with %i', (status) => {
  const refused = new ProviderError('bad-request', 'The field is unknown.', { status })

  const steps = (['backfill', 'scheduled'] as const).map((readType) =>
    nextTry(refused, { readType, tries: 1, chance }),
  )

  expect(steps).toEqual([
    { do: 'pause', cause: 'failures' },
    { do: 'fail', cause: 'failures' },
  ])
})

it('pauses a backfill at once on bad credentials and on what is missing here', () => {
  const credentials = nextTry(failed('credentials'), { readType: 'backfill', tries: 1, chance })
  const problem = nextTry(new Problem('destination-not-found'), {
    readType: 'backfill',
    tries: 1,
    chance,
  })

  expect(credentials).toEqual({ do: 'pause', cause: 'credentials' })
  expect(problem).toEqual({ do: 'pause', cause: 'destination' })
})

it('lets a scheduled read fail after some tries: the next one finds what it missed', () => {
  const ends = (failure: ProviderFailure, tries: number) =>
    nextTry(failed(failure), { readType: 'scheduled', tries, chance }).do

  expect(ends('unavailable', 7)).toBe('retry')
  expect(ends('unavailable', 8)).toBe('fail')
  expect(ends('bad-request', 1)).toBe('fail')
})

it('waits as long as the provider asks, and spreads reads that stopped together', () => {
  const asked = nextTry(failed('rate-limit', 3_600_000), { readType: 'backfill', tries: 1, chance })
  const [early, late] = [0, 0.999].map((each) =>
    nextTry(failed('unavailable'), { readType: 'backfill', tries: 4, chance: each }),
  )

  expect(asked).toEqual({ do: 'hold', delayMs: 3_660_000 })
  expect(early).toEqual({ do: 'retry', delayMs: 6400 })
  expect(late).toEqual({ do: 'retry', delayMs: 9597 })
})

it('begins again where the provider has forgotten the page', () => {
  const step = nextTry(failed('cursor-gone'), { readType: 'scheduled', tries: 1, chance })

  expect(step).toMatchObject({ do: 'retry', fromTheStart: true })
})

it.each([
  ['12:00', 60],
  ['12:30', 30],
  ['12:50', 70],
])(
  'holds a read at %s for %i minutes when nobody says when a limit of a day renews',
  (at, minutes) => {
    const usedUp = new ProviderError('rate-limit', 'no', {
      isDailyLimit: true,
      retryAfterMs: 300_000,
    })
    const now = new Date(`2026-03-01T${at}:00Z`)

    const steps = [1, 50].map((tries) =>
      nextTry(usedUp, { readType: 'scheduled', tries, chance: 0, now }),
    )

    expect(steps).toEqual(steps.map(() => ({ do: 'hold', delayMs: minutes * 60_000 })))
  },
)
