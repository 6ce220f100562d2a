import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextRun } from './schedule.ts'

it('spreads installations that share a schedule, each always by the same offset', () => {
  const after = new Date('2026-01-01T00:00:01Z')
  const runs = Array.from({ length: 50 }, (_, n) => nextRun('0 * * * *', `inst_${n}`, after))

  expect(new Set(runs.map(Number)).size).toBeGreaterThan(40)
  expect(nextRun('0 * * * *', 'inst_1', after)).toEqual(runs[1])
  for (const run of runs) {
    expect(run > after).toBe(true)
    expect(Number(run) % 3_600_000).toBeLessThan(300_000)
  }
})

it('is due once per interval, wherever in it one asks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), fc.string(), (second, spreadBy) => {
      const after = new Date(Date.UTC(2026, 0, 1) + second * 1000)
      const first = nextRun('*/30 * * * *', spreadBy, after)
      const following = nextRun('*/30 * * * *', spreadBy, first)

      expect(Number(following) - Number(first)).toBe(30 * 60_000)
    }),
  )
})
