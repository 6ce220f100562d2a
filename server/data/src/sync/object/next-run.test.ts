import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRun } from './next-run.ts'

it('spreads installations of one schedule by fixed offsets', () => {
  const after = new Date('2026-01-01T00:00:01Z')
  const runs = Array.from({ length: 1000 }, (_, n) =>
    nextRun({ schedule: '*/10 * * * *' }, `inst_${n}`, after),
  )
  const aMinute = Map.groupBy(runs, (run) => Math.floor(Number(run) / 60_000) % 10)

  expect(aMinute.size).toBe(10)
  for (const inTheMinute of aMinute.values()) expect(inTheMinute.length).toBeLessThan(150)
  expect(nextRun({ schedule: '*/10 * * * *' }, 'inst_1', after)).toEqual(runs[1])
  for (const run of runs) {
    expect(run > after).toBe(true)
    expect(Number(run) - Number(after)).toBeLessThanOrEqual(600_000)
  }
})

describe('in a time zone', () => {
  const inBerlin = { schedule: '30 2 * * *', timezone: 'Europe/Berlin' }
  const listRuns = (
    which: { schedule: string; timezone?: string },
    from: string,
    count: number,
  ) => {
    const runs: string[] = []
    // Without an offset, which depends on this text.
    for (let after = new Date(from); runs.length < count;) {
      after = nextRun(which, 'inst_1', after)
      runs.push(new Date(Math.floor(Number(after) / 600_000) * 600_000).toISOString().slice(0, 16))
    }
    return runs
  }

  it('is due at its time of the day, in summer and in winter', () => {
    expect(listRuns(inBerlin, '2026-01-10T00:00:00Z', 1)).toEqual(['2026-01-10T01:30'])
    expect(listRuns(inBerlin, '2026-07-10T00:00:00Z', 1)).toEqual(['2026-07-10T00:30'])
    expect(listRuns({ schedule: '30 2 * * *' }, '2026-07-10T00:00:00Z', 1)).toEqual([
      '2026-07-10T02:30',
    ])
  })

  it('is due once, after the gap, on the day that lacks its time', () => {
    expect(listRuns(inBerlin, '2026-03-28T12:00:00Z', 3)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
      '2026-03-31T00:30',
    ])
  })

  it('is due once on the day that has its time twice', () => {
    expect(listRuns(inBerlin, '2026-10-24T12:00:00Z', 3)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
      '2026-10-27T01:30',
    ])
  })

  it('is due every hour on both days', () => {
    const hourly = { schedule: '0 * * * *', timezone: 'America/New_York' }
    const hours = (day: string, from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `${day}T0${from + n}:00`)

    expect(listRuns(hourly, '2026-03-08T04:30:00Z', 4)).toEqual(hours('2026-03-08', 5, 4))
    expect(listRuns(hourly, '2026-11-01T03:30:00Z', 4)).toEqual(hours('2026-11-01', 4, 4))
  })
})

it('is due within ten minutes of the scheduled time for rare schedules', () => {
  const after = new Date('2026-01-01T08:59:00Z')
  const runs = Array.from({ length: 100 }, (_, n) =>
    nextRun({ schedule: '0 9 * * 1-5' }, `inst_${n}`, after),
  )

  for (const run of runs) {
    expect(run.toISOString()).toMatch(/^2026-01-01T09:0\d:/)
  }
})

it('is due once per interval, also when checked late', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), fc.string(), (second, spreadBy) => {
      const after = new Date(Date.UTC(2026, 0, 1) + second * 1000)
      const due = nextRun({ schedule: '5,15,50 * * * *' }, spreadBy, after)
      const wait = Number(nextRun({ schedule: '5,15,50 * * * *' }, spreadBy, due)) - Number(due)

      expect([10, 35, 15].map((minutes) => minutes * 60_000)).toContain(wait)
    }),
  )
})

it('is due once per interval at any time within it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), fc.string(), (second, spreadBy) => {
      const after = new Date(Date.UTC(2026, 0, 1) + second * 1000)
      const first = nextRun({ schedule: '*/30 * * * *' }, spreadBy, after)
      const following = nextRun({ schedule: '*/30 * * * *' }, spreadBy, first)

      expect(Number(following) - Number(first)).toBe(30 * 60_000)
    }),
  )
})
