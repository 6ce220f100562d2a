import type { BudgetShare } from './tables.ts'
import type { BudgetState } from './tables.ts'
import type { Window } from './quota.ts'

/** After this time without contact, a process sends no more calls. */
export const leaseMs = 5_000

interface Asking {
  holder: string
  window: Window
  /** Calls of the process in use, which it cannot return. */
  busy: number
  /** Calls that it needs, including those. */
  wanted: number
  now: number
}

interface Division {
  /** How many calls the process may use. */
  share: number
  /** Whether another process has fewer than it needs. */
  isContended: boolean
  /** Shares of all processes. */
  shares: BudgetState['shares']
}

/**
 * Shares are granted in pieces, so that not every further call needs a request and others find some
 * left.
 */
const pieces = 8

/**
 * Divides the calls of a window among processes, without side effects. No process gets more than
 * the shares of others leave. A process with more than its fair share, while others need some,
 * keeps only the calls in use. A dead process keeps its share until its last call no longer counts.
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

/**
 * Returns the requested amount; if all together request more than there is, at most as much as the
 * others.
 */
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
