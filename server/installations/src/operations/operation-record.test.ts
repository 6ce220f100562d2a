import { expect, it } from 'vitest'
import { toBackfillProgress } from './operation-record.ts'

it.each([
  ['a part of the records', 'in_progress', 2_400, 9_000, 26],
  ['more than counted, still running', 'in_progress', 9_100, 9_000, 99],
  ['nothing of nothing yet', 'in_progress', 0, 0, 0],
  ['who knows how much', 'in_progress', 2_400, null, undefined],
  ['all, however much was counted', 'success', 8_990, 9_000, 100],
] as const)('returns the progress of a read after %s', (_, status, processed, total, percent) => {
  const row = { status, recordsProcessed: processed, recordsEstimatedTotal: total }

  const progress = toBackfillProgress({ ...row, createTime: new Date() } as never)

  expect(progress).toMatchObject({
    recordsProcessed: processed,
    ...(total !== null && { recordsEstimatedTotal: total }),
    percent,
  })
})
