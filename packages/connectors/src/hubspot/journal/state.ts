import type { SubscriptionState } from '@platform/connector'

/** State stored between calls. */
export interface JournalState {
  /** The account, whose events alone are taken. */
  portalId: number
  /** IDs of the subscriptions created here. */
  madeIds: number[]
  /** The subscribed objects, by type ID. */
  names: Record<string, string>
  /** Position after the last stored event; absent if the journal was empty. */
  offset?: string
  /** Time until which the journal was read (RFC 3339). */
  readTime?: string
}

export function parseJournalState(state: SubscriptionState | undefined): JournalState {
  const { portalId, madeIds, names, offset, readTime } = (state?.data ??
    {}) as Partial<JournalState>
  return {
    portalId: portalId ?? 0,
    madeIds: madeIds ?? [],
    names: names ?? {},
    ...(offset !== undefined && { offset }),
    ...(readTime !== undefined && { readTime }),
  }
}
