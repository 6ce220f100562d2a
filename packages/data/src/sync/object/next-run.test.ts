import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextRun } from './next-run.ts'

it('spreads installations of one schedule by fixed offsets', () => {
  const after = new Date('2026-01-01T00:00:01Z')
  const runs = Array.from({ length: 1000 }, (_, n) => nextRun('*/10 * * * *', `inst_${n}`, after))
  const aMinute = Map.groupBy(runs, (run) => Math.floor(Number(run) / 60_000) % 10)

  expect(aMinute.size).toBe(10)
  for (const inTheMinute of aMinute.values()) expect(inTheMinute.length).toBeLessThan(150)
  expect(nextRun('*/10 * * * *', 'inst_1', after)).toEqual(runs[1])
  for (const run of runs) {
    expect(run > after).toBe(true)
    expect(Number(run) - Number(after)).toBeLessThanOrEqual(600_000)
  }
})

it('is due within ten minutes of the scheduled time for rare schedules', () => {
  const after = new Date('2026-01-01T08:59:00Z')
  const runs = Array.from({ length: 100 }, (_, n) => nextRun('0 9 * * 1-5', `inst_${n}`, after))

  for (const run of runs) {
    expect(run.toISOString()).toMatch(/^2026-01-01T09:0\d:/)
  }
})

it('is due once per interval, also when checked late', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), fc.string(), (second, spreadBy) => {
      const after = new Date(Date.UTC(2026, 0, 1) + second * 1000)
      const due = nextRun('5,15,50 * * * *', spreadBy, after)
      const wait = Number(nextRun('5,15,50 * * * *', spreadBy, due)) - Number(due)

      expect([10, 35, 15].map((minutes) => minutes * 60_000)).toContain(wait)
    }),
  )
})

it('is due once per interval at any time within it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), fc.string(), (second, spreadBy) => {
      const after = new Date(Date.UTC(2026, 0, 1) + second * 1000)
      const first = nextRun('*/30 * * * *', spreadBy, after)
      const following = nextRun('*/30 * * * *', spreadBy, first)

      expect(Number(following) - Number(first)).toBe(30 * 60_000)
    }),
  )
})
