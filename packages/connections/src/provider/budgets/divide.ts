import type { BudgetShare, BudgetState } from '@platform/kernel/db/tables/provider-budgets'
import type { Window } from './quota.ts'

/** A process that is not heard of for so long sends no more calls. */
export const leaseMs = 5_000

interface Asking {
  holder: string
  window: Window
  /** Calls of the process that are in use, which it cannot give back. */
  busy: number
  /** What it has use for, those included. */
  wanted: number
  now: number
}

interface Division {
  /** How many calls the process may have in use. */
  share: number
  /** Somebody else has fewer than they want. */
  isContended: boolean
  /** What everybody holds. */
  shares: BudgetState['shares']
}

/** In pieces, so that not every further call asks again, and others find something left. */
const pieces = 8

/**
 * Decides what a process has of a window's calls, and changes nothing.
 *
 * Nobody gets more than what the shares of others leave. Who has more than is fair, because others
 * want some too, holds what is in use still, and uses it no more once it is free. Who died keeps its
 * share until its last call no longer counts.
 */
export function divideShares(
  shares: BudgetState['shares'],
  { holder, window, busy, wanted, now }: Asking,
): Division {
  const others = Object.entries(shares).filter(
    ([name, { until }]) => name !== holder && until > now,
  )
  const piece = Math.ceil(window.calls / pieces)
  const roundedUp = Math.min(window.calls, Math.ceil(wanted / piece) * piece)
  const heldByOthers = others.reduce((sum, [, { calls }]) => sum + calls, 0)
  const fair = fairShare(
    window.calls,
    roundedUp,
    others.map(([, share]) => share),
  )
  const share = Math.max(0, Math.min(fair, window.calls - heldByOthers))
  const calls = Math.max(busy, share)
  const kept = Object.fromEntries(others)
  const isContended = others.some(([, other]) => other.calls < other.wanted)
  if (roundedUp === 0 && calls === 0) return { share, isContended, shares: kept }
  const own = { calls, wanted: roundedUp, until: now + leaseMs + window.perMs }
  return { share, isContended, shares: { ...kept, [holder]: own } }
}

/** As much as one wants; when all want more together than there is, no more than the others that do. */
function fairShare(all: number, wanted: number, others: readonly BudgetShare[]): number {
  let left = all
  let asking = [wanted, ...others.map((other) => other.wanted)].toSorted((one, two) => one - two)
  for (;;) {
    const even = Math.floor(left / asking.length)
    if (wanted <= even) return wanted
    const [least = 0, ...more] = asking
    if (least > even) return Math.max(1, even)
    left -= least
    asking = more
  }
}
