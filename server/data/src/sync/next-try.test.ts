import { ProviderError, type ProviderFailure } from '@platform/connector'
import { expect, it } from 'vitest'
import { Problem } from '@platform/kernel/problems/problem'
import { countFailures, nextTry } from './next-try.ts'

const makeFailure = (failure: ProviderFailure, retryAfterMs?: number) =>
  new ProviderError(failure, 'no', { retryAfterMs })
const chance = 0.5

it.each([1, 8, 100, 10_000])('retries a backfill during an outage without limit (%i)', (tries) => {
  const step = nextTry(makeFailure('unavailable'), { readType: 'backfill', tries, chance })

  expect(step).toEqual({ do: 'retry', delayMs: Math.min(1000 * 2 ** (tries - 1), 300_000) })
})

it.each(['permission', 'bad-request', 'not-found'] as const)(
  'retries a backfill after a first %s and pauses it after repeated ones',
  (failure) => {
    const first = nextTry(makeFailure(failure), { readType: 'backfill', tries: 1, chance })
    const sixth = nextTry(makeFailure(failure), { readType: 'backfill', tries: 6, chance })

    expect(first.do).toBe('retry')
    expect(sixth).toEqual({ do: 'pause', cause: 'failures' })
  },
)

it.each([400, 422])('does not retry a request refused with %i', (status) => {
  const refused = new ProviderError('bad-request', 'The field is unknown.', { status })

  const steps = (['backfill', 'scheduled'] as const).map((readType) =>
    nextTry(refused, { readType, tries: 1, chance }),
  )

  expect(steps).toEqual([
    { do: 'pause', cause: 'failures' },
    { do: 'fail', cause: 'failures' },
  ])
})

it('pauses a backfill immediately on bad credentials or a missing resource', () => {
  const credentials = nextTry(makeFailure('credentials'), {
    readType: 'backfill',
    tries: 1,
    chance,
  })
  const problem = nextTry(new Problem('destination-not-found'), {
    readType: 'backfill',
    tries: 1,
    chance,
  })

  expect(credentials).toEqual({ do: 'pause', cause: 'credentials' })
  expect(problem).toEqual({ do: 'pause', cause: 'destination' })
})

it('fails a scheduled read after some attempts, because the next one covers it', () => {
  const ends = (failure: ProviderFailure, tries: number) =>
    nextTry(makeFailure(failure), { readType: 'scheduled', tries, chance }).do

  expect(ends('unavailable', 7)).toBe('retry')
  expect(ends('unavailable', 8)).toBe('fail')
  expect(ends('bad-request', 1)).toBe('fail')
})

it('waits as long as requested and spreads interrupted reads', () => {
  const asked = nextTry(makeFailure('rate-limit', 3_600_000), {
    readType: 'backfill',
    tries: 1,
    chance,
  })
  const [early, late] = [0, 0.999].map((each) =>
    nextTry(makeFailure('unavailable'), { readType: 'backfill', tries: 4, chance: each }),
  )

  expect(asked).toEqual({ do: 'hold', delayMs: 3_660_000 })
  expect(early).toEqual({ do: 'retry', delayMs: 6400 })
  expect(late).toEqual({ do: 'retry', delayMs: 9597 })
})

it('restarts when the page cursor has expired', () => {
  const step = nextTry(makeFailure('cursor-gone'), { readType: 'scheduled', tries: 1, chance })

  expect(step).toMatchObject({ do: 'retry', fromTheStart: true })
})

it.each([
  ['12:00', 60],
  ['12:30', 30],
  ['12:50', 70],
])(
  'holds a read at %s for %i minutes if the renewal time of a daily limit is unknown',
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

it('counts the attempts of each cause, so that interruptions on our side end no read', () => {
  const blip = new Error('Connection terminated unexpectedly')
  const outage = makeFailure('unavailable')
  const fail = (
    operation: { attempts: number; failures: Record<string, number> },
    error: unknown,
  ) => {
    const { tries, failures } = countFailures(operation, error)
    const { do: next } = nextTry(error, { readType: 'scheduled', tries, chance })
    return { next, attempts: operation.attempts + 1, failures }
  }

  const afterBlips = [...Array(8)].reduce<ReturnType<typeof fail>>(
    (operation) => fail(operation, blip),
    { next: 'retry', attempts: 0, failures: {} },
  )
  const ends = [...Array(8)].reduce<ReturnType<typeof fail>[]>(
    (all) => [...all, fail(all.at(-1) ?? afterBlips, outage)],
    [],
  )

  expect(afterBlips.next).toBe('retry')
  expect(ends.map(({ next }) => next)).toEqual([...Array(7).fill('retry'), 'fail'])
})

it('forgets failures by cause where only the number of attempts was reset', () => {
  const { tries } = countFailures(
    { attempts: 0, failures: { unavailable: 7 } },
    makeFailure('unavailable'),
  )

  expect(tries).toBe(1)
})
