import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getNow, getNowMs, hearDatabaseTime } from './database-clock.ts'

const dayMs = 86_400_000
const databaseMs = Date.UTC(2026, 10, 28)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: databaseMs })
})
// The module is shared with later tests of the process.
afterEach(() => {
  vi.useRealTimers()
  hearDatabaseTime(Date.now(), performance.now())
})

const hear = (time: number) => hearDatabaseTime(time, performance.now())
const expectTime = (time: number) => {
  expect(Math.abs(getNowMs() - time)).toBeLessThan(60_000)
}

it('follows the database, not a machine whose clock is days off', () => {
  vi.setSystemTime(databaseMs + 3 * dayMs)

  hear(databaseMs)

  expectTime(databaseMs)
  expect(getNow(1000).getTime() - databaseMs).toBeLessThan(60_000)
})

it('ignores a clock that is set while the process runs', () => {
  hear(databaseMs)

  vi.setSystemTime(databaseMs + 3 * dayMs)
  expectTime(databaseMs)
  vi.setSystemTime(databaseMs - 3 * dayMs)

  expectTime(databaseMs)
})

it('follows a database whose clock is set, as after a failover or a suspension', () => {
  hear(databaseMs)

  hear(databaseMs + dayMs)

  expectTime(databaseMs + dayMs)
})

it('keeps its time while answers are possible with it', () => {
  hear(databaseMs)
  const before = getNowMs()

  hearDatabaseTime(before + 20, performance.now() - 100)

  expect(getNowMs() - before).toBeLessThan(10_000)
  expect(Number.isInteger(getNowMs())).toBe(true)
})
