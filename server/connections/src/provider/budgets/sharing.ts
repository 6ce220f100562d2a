import { sleep } from '@platform/kernel/values'
import type { Logger } from 'pino'
import type { AcrossTenants } from '@platform/kernel/db/database'
import type { Budget } from './budget.ts'
import { askAgainMs, createAgreement } from './agreement.ts'
import { clock } from './clock.ts'

/** Shares a provider's limits among processes. */
export interface Sharing {
  /** Requests the process's share of this budget, or reports its state. */
  seeTo(budget: Budget): void
  /** Reports whether the process still has a share to return or something to report. */
  isSeenTo(budget: Budget): boolean
  stop(): Promise<void>
}

/** How often a process renews its share, while it calls. */
const renewEveryMs = 1_000
/** Requests that arrive together share one query. */
const gatherMs = 2
/** Retry interval when the database is unavailable. */
const againMs = 500

/**
 * Shares budgets among processes through rows with optimistic locking: a process whose decision is
 * based on an outdated version writes nothing and decides again. One statement per second covers
 * all budgets in use; without calls there is none.
 */
export function shareByDatabase(
  db: AcrossTenants,
  log: Logger,
  { onChange }: { onChange: (budgets: readonly Budget[]) => void },
): Sharing {
  const active = new Set<Budget>()
  const agreement = createAgreement(db, { unused: (budget) => active.delete(budget) })
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let timerAt = Infinity
  let isStopped = false

  const wake = (inMs: number) => {
    const at = clock() + inMs
    if (isStopped || running || timerAt <= at) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => {
      timerAt = Infinity
      running = work().finally(() => {
        running = undefined
        if ([...active].some((budget) => agreement.isUrgent(budget))) wake(gatherMs)
        else if (active.size > 0) wake(agreement.isContended() ? askAgainMs : renewEveryMs)
      })
    }, inMs).unref()
  }

  const work = async () => {
    const budgets = [...active]
    try {
      await agreement.agree(budgets)
      onChange(budgets)
    } catch (error) {
      log.warn({ err: error }, 'cannot share provider limits between processes; retrying')
      await sleep(againMs, undefined, { ref: false })
    }
  }

  return {
    seeTo(budget) {
      active.add(budget)
      if (agreement.isUrgent(budget)) wake(gatherMs)
      else wake(renewEveryMs)
    },
    isSeenTo: (budget) => active.has(budget),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
