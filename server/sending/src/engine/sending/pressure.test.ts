import { expect, it } from 'vitest'
import type { Outcome } from '@platform/sinks/outcome'
import { afterOutcome, allowance, freshPressure } from './pressure.ts'
import { must } from '@platform/kernel/values'

const limits = { start: 4, max: 64 }
const failed: Outcome = { succeeded: false, class: 'status', detail: 'It answered 500.' }

it('opens the circuit for growing periods with single probes in between', () => {
  let pressure = freshPressure(limits)
  let now = 0
  const times: number[] = []
  for (let count = 0; count < 35; count++) {
    while (allowance(pressure, now) === 0) now += 100
    times.push(now)
    pressure = afterOutcome(pressure, failed, now, limits)
  }

  const perTime = Object.groupBy(times, String)
  expect(
    Object.entries(perTime).map(([time, all]) => [Number(time), must(all, 'all').length]),
  ).toEqual([
    [0, 10],
    [1_000, 10],
    [3_000, 10],
    [7_000, 5],
  ])
  expect(allowance(pressure, now)).toBe(1)
})

it('closes the circuit with the first success', () => {
  let pressure = freshPressure(limits)
  for (let count = 0; count < 10; count++) pressure = afterOutcome(pressure, failed, 0, limits)

  const open = allowance(pressure, 0)
  pressure = afterOutcome(pressure, { succeeded: true }, 1_000, limits)

  expect(open).toBe(0)
  expect(allowance(pressure, 1_000)).toBe(2)
})

it('reduces concurrency for a receiver that reports throttling', () => {
  const throttled: Outcome = { ...failed, isThrottled: true }

  const pressure = afterOutcome(freshPressure(limits), throttled, 0, limits)

  expect(pressure.limit).toBe(2)
})

it('reduces concurrency for an overloaded receiver, and pauses on request', () => {
  const busy: Outcome = {
    ...failed,
    response: { status: 503, headers: {}, body: '' },
    retryAfterMs: 5_000,
  }

  const pressure = afterOutcome(freshPressure(limits), busy, 0, limits)

  expect(pressure.limit).toBe(2)
  expect(allowance(pressure, 4_999)).toBe(0)
  expect(allowance(pressure, 5_000)).toBe(1)
})
