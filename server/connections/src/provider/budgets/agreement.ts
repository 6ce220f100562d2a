import { randomUUID } from 'node:crypto'
import type { AcrossTenants } from '@platform/kernel/db/database'
import type { Budget } from './budget.ts'
import { clock } from './clock.ts'
import { divideShares, leaseMs } from './divide.ts'
import { findBudgets, findNow, saveBudgets, type StoredBudget } from './store.ts'

/** A calling process continues to call: it needs more than what waits at the moment. */
const headroom = 2
/** Retry interval after getting less than requested. */
export const askAgainMs = 250
/** How long a limit reported by a provider is remembered. */
const rememberedMs = 24 * 3600_000
const tries = 5

interface Settled extends Pick<StoredBudget, 'state' | 'version'> {
  division: ReturnType<typeof divideShares>
  /** Size of the window at the time of the decision. */
  of: number
  now: number
}

/** The shares of this process, as agreed on with the other processes. */
interface Agreement {
  /** Decides on the budgets together with the other processes, and stores the decisions. */
  agree(budgets: readonly Budget[]): Promise<void>
  /**
   * Reports whether the budget has something to report, or needs a larger share and has not just
   * requested it.
   */
  isUrgent(budget: Budget): boolean
  /** Reports whether other processes need a part of any budget. */
  isContended(): boolean
}

export function createAgreement(
  db: AcrossTenants,
  { unused }: { unused: (budget: Budget) => void },
): Agreement {
  const holder = randomUUID()
  const known = new Map<Budget, Pick<StoredBudget, 'state' | 'version'>>()
  /** Budgets of which other processes need a part. */
  const contended = new Set<Budget>()
  const lastAsked = new WeakMap<Budget, { calls: number; at: number }>()
  /** How far the database's clock is ahead. */
  let skewMs = 0
  let isClockKnown = false

  const agree = async (budgets: readonly Budget[]) => {
    if (!isClockKnown) skewMs = (await findNow(db)) - clock()
    isClockKnown = true
    let open = budgets
    for (let attempt = 1; open.length > 0 && attempt <= tries; attempt++) {
      const unread = open.filter((budget) => !known.has(budget))
      if (unread.length > 0) {
        const rows = new Map(
          (await findBudgets(db, unread)).map((row) => [makeAgreementName(row), row]),
        )
        for (const budget of unread) {
          const row = rows.get(makeAgreementName(budget))
          known.set(budget, row ?? { state: { shares: {} }, version: 0 })
        }
      }
      const now = clock()
      const decided = open.map((budget) => decide(budget, now))
      const saved = new Set((await saveBudgets(db, decided)).map(makeAgreementName))
      for (const row of decided) {
        const { budget, state, version, division, of } = row
        if (saved.has(makeAgreementName(budget)))
          applyShares(budget, { state, version: version + 1, division, of, now })
        else {
          known.delete(budget)
          budget.hasNews = true
        }
      }
      open = open.filter((budget) => !saved.has(makeAgreementName(budget)))
    }
  }

  const decide = (budget: Budget, now: number) => {
    const { state, version } = known.get(budget) ?? { state: { shares: {} }, version: 0 }
    budget.learn(state, skewMs)
    budget.hasNews = false
    const window = budget.window()
    const needed = needs(budget)
    lastAsked.set(budget, { calls: needed, at: now })
    const wanted = needed === 0 ? 0 : Math.max(budget.maxNeeded, needed * headroom)
    const asking = { holder, wanted, busy: budget.busy(now), now: now + skewMs }
    const division = window
      ? divideShares(state.shares, { ...asking, window })
      : { share: 0, isContended: false, shares: {} }
    // Returned calls are not used any more while the change is written.
    budget.share = Math.min(budget.share, division.share)
    const { projectId, key } = budget
    const next = { ...budget.mergeState(state, skewMs), shares: division.shares }
    const of = window?.calls ?? 0
    return { budget, division, of, projectId, key, version, keepMs: rememberedMs, state: next }
  }

  const applyShares = (budget: Budget, { state, version, division, of, now }: Settled) => {
    const isHeld = holder in state.shares
    budget.grant({ calls: division.share, of, until: isHeld ? now + leaseMs : 0 })
    if (division.isContended) contended.add(budget)
    else contended.delete(budget)
    if (isHeld) {
      known.set(budget, { state, version })
      return
    }
    unused(budget)
    contended.delete(budget)
    known.delete(budget)
  }

  const needs = (budget: Budget) => budget.needs(clock())

  return {
    agree,
    isUrgent(budget) {
      const asked = lastAsked.get(budget) ?? { calls: 0, at: 0 }
      const isAnswered = needs(budget) <= asked.calls && clock() < asked.at + askAgainMs
      return budget.hasNews || (needs(budget) > budget.share && !isAnswered)
    },
    isContended: () => contended.size > 0,
  }
}

const makeAgreementName = ({ projectId, key }: { projectId: string; key: string }) =>
  `${projectId} ${key}`
