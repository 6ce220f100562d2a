import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { repeatUntil } from './sleep.ts'

const never = 2 ** 31 - 1

it('runs one round after the other until it is stopped', async () => {
  const stopping = new AbortController()
  const log: string[] = []

  await repeatUntil(stopping.signal, async () => {
    log.push('begins')
    await Promise.resolve()
    log.push('ends')
    if (log.length === 6) stopping.abort()
    return 0
  }).ended

  expect(log).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends'])
})

it('starts the next round at once when it is woken during a wait', async () => {
  const stopping = new AbortController()
  const round = vi.fn(async () => never)
  const repeating = repeatUntil(stopping.signal, round)
  await setImmediate()

  repeating.wake()
  await setImmediate()
  stopping.abort()
  await repeating.ended

  expect(round).toHaveBeenCalledTimes(2)
})

it('starts the next round at once when it is woken during a round', async () => {
  const stopping = new AbortController()
  const round = vi.fn(async () => {
    await setImmediate()
    if (round.mock.calls.length === 1) repeating.wake()
    else stopping.abort()
    return never
  })
  const repeating = repeatUntil(stopping.signal, round)

  await repeating.ended

  expect(round).toHaveBeenCalledTimes(2)
})

it('runs no round if it is stopped during the first wait', async () => {
  const stopping = new AbortController()
  const round = vi.fn(async () => never)
  const { ended } = repeatUntil(stopping.signal, round, { firstInMs: never })

  stopping.abort()
  await ended

  expect(round).not.toHaveBeenCalled()
})

it('stores nothing per round in the signal', async () => {
  const stopping = new AbortController()
  const sizes = () =>
    Reflect.ownKeys(stopping.signal)
      .map((key) => Object(Reflect.get(stopping.signal, key)) as { size?: number })
      .map(({ size = 0 }) => size)
  let before: number[] = []
  let after: number[] = []
  const round = vi.fn(async () => {
    if (round.mock.calls.length === 2) before = sizes()
    if (round.mock.calls.length < 50) return 0
    after = sizes()
    stopping.abort()
    return never
  })

  await repeatUntil(stopping.signal, round).ended

  expect(after).toEqual(before)
})
