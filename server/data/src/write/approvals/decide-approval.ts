import type { ApprovalState } from '@platform/contract'

/** What happens to a waiting write. */
export type ApprovalEvent = 'approve' | 'reject' | 'expire'

/** What follows from an event; `refused` is why nothing does, as a sentence. */
export type ApprovalStep =
  | { state: 'approved'; effect: 'send' }
  | { state: 'rejected' | 'expired'; effect: 'end' }
  | { refused: string }

/** Decides what an event does to an approval. It changes nothing: the caller carries the step out. */
export function decideApproval(
  { state, expireTime }: { state: ApprovalState; expireTime: Date },
  event: ApprovalEvent,
  now: Date,
): ApprovalStep {
  if (state !== 'pending') return { refused: `The write is already ${state}.` }
  const isOver = expireTime <= now
  if (event === 'expire') {
    return isOver ? { state: 'expired', effect: 'end' } : { refused: 'The write still waits.' }
  }
  if (isOver) return { refused: `The time to decide ended at ${expireTime.toISOString()}.` }
  return event === 'approve'
    ? { state: 'approved', effect: 'send' }
    : { state: 'rejected', effect: 'end' }
}
