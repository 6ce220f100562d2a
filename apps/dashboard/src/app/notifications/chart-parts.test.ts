import { expect, it } from 'vitest'
import { axisTimes, axisTop, changeFrom, chartPartNames, toBarHeights } from './chart-parts.ts'

it('keeps small values visible beside large ones', () => {
  expect(toBarHeights([1_000_000, 1, 1], 1_000_002)).toEqual([96, 2, 2])
  expect(toBarHeights([1, 0, 0], 1_000_000)).toEqual([2, 0, 0])
  expect(toBarHeights([0, 0, 0], 1)).toEqual([0, 0, 0])
  expect(toBarHeights([50, 25, 25], 100)).toEqual([50, 25, 25])
})

it('distinguishes the repeated hour of a clock change', () => {
  const autumn = ['2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z']

  expect(chartPartNames(autumn, 'Europe/Berlin')).toEqual([
    'Sun 25, 01:00',
    'Sun 25, 02:00 CEST',
    'Sun 25, 02:00 CET',
  ])
  expect(chartPartNames(['2026-10-24T23:00:00Z'], 'Asia/Kolkata')).toEqual(['Sun 25, 04:30'])
})

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [9, 10],
  [10, 10],
  [11, 20],
  [209, 250],
  [1_672, 2_000],
  [4_800, 5_000],
])('ends the axis for values up to %i at %i', (max, top) => {
  expect(axisTop(max)).toBe(top)
})

it('compares sums with those of a former period that had any', () => {
  expect(changeFrom(100, 112)).toBe('+12%')
  expect(changeFrom(100, 100)).toBe('0%')
  expect(changeFrom(8, 2)).toBe('-75%')
  expect(changeFrom(0, 5)).toBeUndefined()
})

it('labels a day by hours and a week by days', () => {
  const hoursFrom = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.UTC(2026, 10, 23, index)).toISOString(),
    )

  expect(axisTimes(hoursFrom(24), 'UTC')).toEqual(['00:00', '06:00', '12:00', '18:00', 'now'])
  expect(axisTimes(hoursFrom(168), 'UTC').at(1)).toBe('Tue 24')
})
