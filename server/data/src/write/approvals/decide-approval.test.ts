import { ApprovalState } from '@platform/contract'
import { expect, it } from 'vitest'
import { type ApprovalEvent, decideApproval } from './decide-approval.ts'

const now = new Date('2026-11-30T12:00:00Z')
const later = new Date('2026-11-30T12:00:00.001Z')
const events = ['approve', 'reject', 'expire'] as const satisfies ApprovalEvent[]

it.each([
  ['approve', later, { state: 'approved', effect: 'send' }],
  ['reject', later, { state: 'rejected', effect: 'end' }],
  ['expire', later, { refused: 'The write still waits.' }],
  ['approve', now, { refused: 'The time to decide ended at 2026-11-30T12:00:00.000Z.' }],
  ['reject', now, { refused: 'The time to decide ended at 2026-11-30T12:00:00.000Z.' }],
  ['expire', now, { state: 'expired', effect: 'end' }],
] as const)('%s of a write that waits until %s', (event, expireTime, step) => {
  expect(decideApproval({ state: 'pending', expireTime }, event, now)).toEqual(step)
})

const over = ApprovalState.options.filter((state) => state !== 'pending')
it.each(over.flatMap((state) => events.map((event) => [state, event] as const)))(
  'a write that is %s stays so: %s',
  (state, event) => {
    for (const expireTime of [now, later]) {
      expect(decideApproval({ state, expireTime }, event, now)).toEqual({
        refused: `The write is already ${state}.`,
      })
    }
  },
)
