import { expect, it } from 'vitest'
import { time } from './common.ts'

it.each([
  { text: '2026-01-15T09:30:00Z', isTaken: true },
  { text: '2026-01-15T09:30:00.123+05:30', isTaken: true },
  { text: '2026-02-30T00:00:00Z', isTaken: false },
  { text: '2026-01-15', isTaken: false },
  { text: 'tomorrow', isTaken: false },
  { text: '0000-01-01T00:00:00Z', isTaken: false },
  { text: '0001-01-01T00:00:00+14:00', isTaken: false },
  { text: '9999-12-31T23:59:59-14:00', isTaken: false },
])('accepts the time $text: $isTaken', ({ text, isTaken }) => {
  const { success } = time().safeParse(text)

  expect(success).toBe(isTaken)
})
