import type { RateLimitReading } from '@platform/connector'
import type { ProjectId } from '@platform/contract'
import type { BudgetState } from './tables.ts'
import { boundWait, type Limit } from './limits.ts'
import { getPace, type Window } from './quota.ts'

/** Longer limits are quotas: they are tracked by the remaining number in replies. */
const maxWindowMs = 10 * 60_000
const shortestWindowMs = 100
/** Maximum count, whatever a reply contains. */
const maxCalls = 10_000_000
/** Maximum number of concurrent calls until a reply contains the limit. */
const getMaxOnTrial = (calls: number) => Math.max(4, Math.floor(calls / 10))
/**
 * Maximum delay of the last call of a window for an even pace, as a fraction of the elapsed time.
 */
const smoothing = 0.05
/** Maximum fraction of a window that background calls are spread over. */
const widestSpread = 0.9

export interface BudgetNote {
  name: string
  left: number
  of: number
  isSlowed: boolean
}

/**
 * What this process may use of one limit. Times are passed in, in ms of this process's clock. A
 * call counts from when it is sent until one window after its reply: by then it has reached the
 * provider, so however the provider's window is aligned, it never contains too many calls.
 */
export class Budget {
  readonly projectId: ProjectId
  readonly key: string
  readonly name: string
  /** This process's share of a window's calls, and when it expires unless renewed. */
  share = 0
  shareEnds = 0
  blockedUntil = 0
  /** Whether there is something to share with the other processes. */
  hasNews = false
  /** Calls that wait for this budget, as last counted. */
  waiting = 0

  #perMs: number | undefined
  #calls: number | undefined
  #isConfirmed = false
  #underWay = 0
  /** Reply times of the calls that may still count, oldest first. */
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
    return this.#perMs !== undefined && this.#perMs > maxWindowMs
  }

  /** Returns the shared limit; undefined if only replies limit the calls. */
  window(): Window | undefined {
    if (this.#isQuota) return this.#quota && getPace(this.#quota, this.#perMs!)
    return this.#calls === undefined || this.#perMs === undefined
      ? undefined
      : { calls: this.#calls, perMs: this.#perMs }
  }

  /** Returns how many calls of the share are in use. */
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

  /** Returns how many calls it needs: those in use and those waiting. */
  needs(now: number): number {
    const needed = this.busy(now) + this.waiting
    const perMs = this.window()?.perMs ?? 0
    if (now > this.#peak.since + perMs) this.#peak = { before: this.#peak.now, now: 0, since: now }
    this.#peak.now = Math.max(this.#peak.now, needed)
    return needed
  }

  /** The recent maximum of `needed`, because a read has no call for a moment between two pages. */
  get maxNeeded(): number {
    return Math.max(this.#peak.before, this.#peak.now)
  }

  /** Returns when the call may be sent: now, later, or `Infinity` until something else happens. */
  admitsAt(now: number, { isBackground }: { isBackground: boolean }): number {
    if (this.blockedUntil > now) return this.blockedUntil
    if (this.#left && this.#left.until > now && this.#left.calls <= 0) return this.#left.until
    const window = this.window()
    // Calls with a waiting caller may use up a quota.
    if (!window || (this.#isQuota && !isBackground)) return now
    const busy = this.busy(now)
    const isOnTrial = !this.#isConfirmed && this.#underWay >= getMaxOnTrial(window.calls)
    if (this.shareEnds <= now || isOnTrial) return Infinity
    if (busy >= this.share) {
      const oldest = this.#answered[this.#forgotten]
      return oldest === undefined ? Infinity : oldest + window.perMs
    }
    return isBackground ? Math.max(now, this.#lastInBackground + this.#gap(now, window)) : now
  }

  /**
   * Returns the minimum distance of background calls. The more of the limit they use, the more
   * evenly they are spread, so that the next interactive call never has to wait for a whole window.
   */
  #gap(now: number, { perMs }: Window): number {
    const spread = Math.min(widestSpread * perMs, smoothing * (now - this.#busySince))
    return spread / this.share
  }

  /**
   * Grants this process calls of a window; the known size of the window may have decreased since.
   */
  grant({ calls, of, until }: { calls: number; of: number; until: number }): void {
    const now = this.window()?.calls ?? of
    this.share = now < of ? Math.floor((calls * now) / of) : calls
    this.shareEnds = until
  }

  /** Counts a sent call. Call the returned function once, when it is answered. */
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

  /** Updates the limit from a reply, ignoring implausible values. */
  hear(
    { limit = NaN, perMs, remaining = NaN, resetMs = NaN }: RateLimitReading,
    now: number,
  ): void {
    if (limit >= 1) this.#hearLimit(Math.min(limit, maxCalls), perMs)
    if (Number.isNaN(remaining)) return
    const left = Math.max(0, remaining)
    if (this.#isQuota) {
      this.#hearQuota(left, now)
      return
    }
    const window = this.window()
    const longest = window?.perMs ?? maxWindowMs
    const untilReset = Number.isNaN(resetMs) ? longest : Math.min(longest, boundWait(resetMs))
    // Other clients use the limit too, or it was unknown.
    const isLess = !window || left < this.share - this.busy(now)
    this.#left = isLess ? { calls: left, until: now + untilReset } : undefined
  }

  #hearLimit(calls: number, statedMs: number | undefined): void {
    const perMs =
      statedMs === undefined || Number.isNaN(statedMs) || this.#isQuota
        ? this.#perMs
        : Math.min(Math.max(statedMs, shortestWindowMs), maxWindowMs)
    if (calls !== this.#calls || perMs !== this.#perMs) this.hasNews = true
    this.#isConfirmed = true
    this.#know(calls, perMs)
  }

  /** Scales the share down if the window is smaller than known, so that all shares together fit. */
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

  /** Resets a used-up quota after the provider has accepted a call. */
  renewIfUsedUp(now: number): void {
    if (this.#quota?.calls !== 0 || this.#quota.at === now) return
    this.#quota = { calls: this.#quota.of, of: this.#quota.of, at: now }
    this.hasNews = true
  }

  /** Stops calls after a rejection, for an explicit or assumed time. */
  block(until: number): void {
    if (until <= this.blockedUntil) return
    this.blockedUntil = until
    this.hasNews = true
  }

  /** Returns what is left of a quota, and whether background work is slowed because of it. */
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

  /** Reports whether it has no state that affects the next call. */
  isAtRest(now: number): boolean {
    const isHeldBack = this.blockedUntil > now || (this.#left?.until ?? 0) > now
    return !isHeldBack && this.waiting === 0 && this.busy(now) === 0 && !this.#quota
  }

  /**
   * Adds this process's knowledge to the shared state; `skewMs` is how far the database's clock is
   * ahead.
   */
  mergeState(state: BudgetState, skewMs: number): BudgetState {
    const shared = state.left
    const own = this.#quota && { ...this.#quota, at: this.#quota.at + skewMs }
    const left = own && (!shared || own.at >= shared.at) ? own : shared
    return {
      shares: state.shares,
      ...(this.#isConfirmed && !this.#isQuota ? this.window() : pickKnown(state)),
      ...(left && { left }),
      blockedUntil: Math.max(state.blockedUntil ?? 0, this.blockedUntil + skewMs),
    }
  }

  /** Updates from the shared state. */
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

const pickKnown = ({ calls, perMs }: BudgetState): Partial<Window> => ({
  ...(calls !== undefined && { calls }),
  ...(perMs !== undefined && { perMs }),
})
