import { expect, it } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

const minuteMs = 60_000

it('doubles the delay of a write up to ten minutes', () => {
  const delays = [1, 2, 9, 11, 2000].map((attempt) =>
    retryDelayMs({ attempt, lostMsAgo: undefined }),
  )

  expect(delays).toEqual([1_000, 2_000, 256_000, 10 * minuteMs, 10 * minuteMs])
})

it.each([
  { during: 10, atMost: 1, lookUps: 16 },
  { during: 60, atMost: 6, lookUps: 40 },
  { during: 24 * 60, atMost: 10, lookUps: 200 },
])(
  'looks up lost creates for $during minutes, at least every $atMost and at most $lookUps times',
  ({ during, atMost, lookUps }) => {
    const delays: number[] = []
    let lostMsAgo = 0
    while (lostMsAgo < during * minuteMs) {
      const delayMs = retryDelayMs({ attempt: delays.length + 1, lostMsAgo })
      delays.push(delayMs)
      lostMsAgo += delayMs
    }

    expect(Math.max(...delays)).toBeLessThanOrEqual(atMost * minuteMs)
    expect(delays.length).toBeLessThanOrEqual(lookUps)
  },
)
