import { expect, it } from 'vitest'
import { minutesLeft } from './first-read-progress.tsx'

const progress = (extra: object) => ({
  installationId: 'inst_1',
  objectName: 'Contact',
  operationId: 'op_1',
  recordsProcessed: 1_000,
  recordsEstimatedTotal: 4_000,
  createTime: '2026-03-02T09:00:00Z',
  updateTime: '2026-03-02T09:02:00Z',
  ...extra,
})

it('estimates the remaining time from the current rate', () => {
  expect(minutesLeft(progress({}))).toBe(6)
})

it('returns undefined without a rate and at least one minute otherwise', () => {
  expect(minutesLeft(progress({ recordsProcessed: 0 }))).toBeUndefined()
  expect(minutesLeft(progress({ updateTime: undefined }))).toBeUndefined()
  expect(minutesLeft(progress({ recordsProcessed: 3_990 }))).toBe(1)
})
