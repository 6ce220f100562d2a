import { expect, it } from 'vitest'
import { chartPartNames, tallnessOf } from './chart-parts.ts'

it('keeps small values visible beside large ones', () => {
  expect(tallnessOf([1_000_000, 1, 1], 1_000_002)).toEqual([96, 2, 2])
  expect(tallnessOf([1, 0, 0], 1_000_000)).toEqual([2, 0, 0])
  expect(tallnessOf([0, 0, 0], 1)).toEqual([0, 0, 0])
  expect(tallnessOf([50, 25, 25], 100)).toEqual([50, 25, 25])
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
