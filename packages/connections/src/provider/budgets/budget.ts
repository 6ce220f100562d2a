import type { RateLimitReading } from '@platform/connector'
import type { ProjectId } from '@platform/contract'
import type { BudgetState } from '@platform/kernel/db/tables/provider-budgets'
import { boundedWait } from './header-readings.ts'
import type { Limit } from './limits.ts'
import { paceOf, type Window } from './quota.ts'

/** Longer limits are quotas: they are tracked by the remaining number in replies. */
const longestWindowMs = 10 * 60_000
const shortestWindowMs = 100
/** Maximum count, whatever a reply contains. */
const mostCalls = 10_000_000
/** Maximum number of concurrent calls until a reply contains the limit. */
const mostOnTrial = (calls: number) => Math.max(4, Math.floor(calls / 10))
/** How much later the last call of a window may come for the sake of an even pace, of the time so far. */
const smoothing = 0.05
/** How much of a window the calls in the background are spread over at most. */
const widestSpread = 0.9

export interface BudgetNote {
  name: string
  left: number
  of: number
  isSlowed: boolean
}

/**
 * What this process may use of one limit. Times are of this process's clock, in ms, and come in.
 *
 * A call of a window is in use from when it is sent until a window after its reply: it has reached the
 * provider by then, so that whatever the provider's window looks like, no more calls are in it than
 * there may be.
 */
export class Budget {
  readonly projectId: ProjectId
  readonly key: string
  readonly name: string
  /** This process's share of a window's calls, and when it expires unless renewed. */
  share = 0
  shareEnds = 0
  blockedUntil = 0
  /** There is something that the other processes do not know yet. */
  hasNews = false
  /** Calls that wait for this budget, as counted when it was last looked at. */
  waiting = 0

  #perMs: number | undefined
  #calls: number | undefined
  #isConfirmed = false
  #underWay = 0
  /** When the calls were answered that may count still, the oldest first. */
  #answered: number[] = []
  #forgotten = 0
  #left: { calls: number; until: number } | undefined
  #quota: { calls: number; of: number; at: number } | undefined
  #busySince = 0
  #peak = { before: 0, now: 0, since: 0 }
  #lastInBackground = 0

  constructor(projectId: ProjectId, { key, name, calls, perMs }: Limit) {
    this.projectId = projectId
    this.key = key
    this.name = name
    this.#calls = calls
    this.#perMs = perMs
  }

  get #isQuota(): boolean {
    return this.#perMs !== undefined && this.#perMs > longestWindowMs
  }

  /** The calls that the processes share; none where nothing but a reply's own words holds. */
  window(): Window | undefined {
    if (this.#isQuota) return this.#quota && paceOf(this.#quota, this.#perMs!)
    return this.#calls === undefined || this.#perMs === undefined
      ? undefined
      : { calls: this.#calls, perMs: this.#perMs }
  }

  /** How many calls of the share are in use. */
  busy(now: number): number {
    const perMs = this.window()?.perMs ?? 0
    while (this.#forgotten < this.#answered.length) {
      if (this.#answered[this.#forgotten]! + perMs > now) break
      this.#forgotten++
    }
    if (this.#forgotten > 1000 || this.#forgotten === this.#answered.length) {
      this.#answered.splice(0, this.#forgotten)
      this.#forgotten = 0
    }
    return this.#underWay + this.#answered.length - this.#forgotten
  }

  /** How many calls it has use for: those in use, and those that wait. */
  needs(now: number): number {
    const needed = this.busy(now) + this.waiting
    const perMs = this.window()?.perMs ?? 0
    if (now > this.#peak.since + perMs) this.#peak = { before: this.#peak.now, now: 0, since: now }
    this.#peak.now = Math.max(this.#peak.now, needed)
    return needed
  }

  /** The recent maximum of `needed`, because a read has no call for a moment between two pages. */
  get mostNeeded(): number {
    return Math.max(this.#peak.before, this.#peak.now)
  }

  /** When the call may be sent: now, later, or `Infinity` for when something else happens. */
  admitsAt(now: number, { isBackground }: { isBackground: boolean }): number {
    if (this.blockedUntil > now) return this.blockedUntil
    if (this.#left && this.#left.until > now && this.#left.calls <= 0) return this.#left.until
    const window = this.window()
    // Who waits may use a quota up to its end.
    if (!window || (this.#isQuota && !isBackground)) return now
    const busy = this.busy(now)
    const isOnTrial = !this.#isConfirmed && this.#underWay >= mostOnTrial(window.calls)
    if (this.shareEnds <= now || isOnTrial) return Infinity
    if (busy >= this.share) {
      const oldest = this.#answered[this.#forgotten]
      return oldest === undefined ? Infinity : oldest + window.perMs
    }
    return isBackground ? Math.max(now, this.#lastInBackground + this.#gap(now, window)) : now
  }

  /**
   * How far calls in the background keep apart. The longer they use up the limit, the more evenly they
   * are spread, so that the next call somebody waits for is never a whole window away.
   */
  #gap(now: number, { perMs }: Window): number {
    const spread = Math.min(widestSpread * perMs, smoothing * (now - this.#busySince))
    return spread / this.share
  }

  /** Gives this process so many calls of a window of so many; the window may be known to be smaller by now. */
  grant({ calls, of, until }: { calls: number; of: number; until: number }): void {
    const now = this.window()?.calls ?? of
    this.share = now < of ? Math.floor((calls * now) / of) : calls
    this.shareEnds = until
  }

  /** Counts a call that is sent. What comes back is to be called once, when it is answered. */
  take(now: number, { isBackground }: { isBackground: boolean }): (now: number) => void {
    if (this.#left) this.#left.calls--
    if (!this.window() || (this.#isQuota && !isBackground)) return () => {}
    if (this.busy(now) * 2 <= this.share) this.#busySince = now
    if (isBackground) this.#lastInBackground = now
    this.#underWay++
    return (answeredAt) => {
      this.#underWay--
      this.#answered.push(answeredAt)
    }
  }

  /** Learns from a reply, believing no more than can be. */
  hear(
    { limit = NaN, perMs, remaining = NaN, resetMs = NaN }: RateLimitReading,
    now: number,
  ): void {
    if (limit >= 1) this.#hearLimit(Math.min(limit, mostCalls), perMs)
    if (Number.isNaN(remaining)) return
    const left = Math.max(0, remaining)
    if (this.#isQuota) {
      this.#hearQuota(left, now)
      return
    }
    const window = this.window()
    const longest = window?.perMs ?? longestWindowMs
    const untilReset = Number.isNaN(resetMs) ? longest : Math.min(longest, boundedWait(resetMs))
    // Somebody else uses the limit too, or it was not known.
    const isLess = !window || left < this.share - this.busy(now)
    this.#left = isLess ? { calls: left, until: now + untilReset } : undefined
  }

  #hearLimit(calls: number, statedMs: number | undefined): void {
    const perMs =
      statedMs === undefined || Number.isNaN(statedMs) || this.#isQuota
        ? this.#perMs
        : Math.min(Math.max(statedMs, shortestWindowMs), longestWindowMs)
    if (calls !== this.#calls || perMs !== this.#perMs) this.hasNews = true
    this.#isConfirmed = true
    this.#know(calls, perMs)
  }

  /** What was shared out of more is less from now on: the shares of all together are not too many. */
  #know(calls: number, perMs: number | undefined): void {
    const before = this.#calls ?? calls
    if (calls < before) this.share = Math.floor((this.share * calls) / before)
    this.#calls = calls
    this.#perMs = perMs
  }

  #hearQuota(remaining: number, now: number): void {
    const of = this.#calls ?? remaining
    const before = this.window()
    this.#quota = { calls: Math.min(remaining, of), of, at: now }
    const after = this.window()
    if (before?.calls !== after?.calls || before?.perMs !== after?.perMs) this.hasNews = true
  }

  /** The provider has taken a call although nothing was left of the quota: it has begun anew. */
  renewIfUsedUp(now: number): void {
    if (this.#quota?.calls !== 0 || this.#quota.at === now) return
    this.#quota = { calls: this.#quota.of, of: this.#quota.of, at: now }
    this.hasNews = true
  }

  /** The provider refused, with an explicit or assumed time to wait. */
  block(until: number): void {
    if (until <= this.blockedUntil) return
    this.blockedUntil = until
    this.hasNews = true
  }

  /** What is left of a quota, and whether work in the background is slowed because of it. */
  get quota(): BudgetNote | undefined {
    return (
      this.#quota && {
        name: this.name,
        left: this.#quota.calls,
        of: this.#quota.of,
        isSlowed: this.window() !== undefined,
      }
    )
  }

  /** Description of the limit for rejected callers. */
  get words(): string {
    if (this.quota) return `${this.name}: ${this.quota.left} of ${this.quota.of} are left`
    const window = this.window()
    return window ? `${window.calls} calls in ${window.perMs / 1000} s` : this.name
  }

  /** Nothing is known here that would matter to the next call. */
  isAtRest(now: number): boolean {
    const isHeldBack = this.blockedUntil > now || (this.#left?.until ?? 0) > now
    return !isHeldBack && this.waiting === 0 && this.busy(now) === 0 && !this.#quota
  }

  /** What this process adds to what all know; `skewMs` is how far ahead the database's clock is. */
  mergedWith(state: BudgetState, skewMs: number): BudgetState {
    const shared = state.left
    const own = this.#quota && { ...this.#quota, at: this.#quota.at + skewMs }
    const left = own && (!shared || own.at >= shared.at) ? own : shared
    return {
      shares: state.shares,
      ...(this.#isConfirmed && !this.#isQuota ? this.window() : known(state)),
      ...(left && { left }),
      blockedUntil: Math.max(state.blockedUntil ?? 0, this.blockedUntil + skewMs),
    }
  }

  /** Learns from the other processes. */
  learn({ calls, perMs, blockedUntil, left }: BudgetState, skewMs: number): void {
    if (calls !== undefined && !this.#isConfirmed) {
      this.#isConfirmed = true
      this.#know(calls, perMs ?? this.#perMs)
    }
    if (blockedUntil !== undefined) {
      this.blockedUntil = Math.max(this.blockedUntil, blockedUntil - skewMs)
    }
    const isNewer = left && (!this.#quota || left.at - skewMs > this.#quota.at)
    if (this.#isQuota && isNewer) this.#quota = { ...left, at: left.at - skewMs }
  }
}

const known = ({ calls, perMs }: BudgetState): Partial<Window> => ({
  ...(calls !== undefined && { calls }),
  ...(perMs !== undefined && { perMs }),
})
