import type { Logger } from 'pino'
import type { Budget } from './budget.ts'
import { parseRequestedWaitMs, type LimitedReply } from './header-readings.ts'
import type { Limits } from './limits.ts'
import type { Sharing } from './sharing.ts'
import { getNowMs } from '@platform/kernel/values'

/** Minimum pause after a provider rejects a call. */
const refusedMs = 1_000

/** Updates budgets from replies: how much is left of limits, and when calls are accepted again. */
export function hearReplies({ log, sharing }: { log: Logger; sharing: Sharing }) {
  let refused = 0

  const noteQuota = ({ provider }: Limits, budget: Budget, wasSlowed: boolean) => {
    const { quota, projectId } = budget
    if (!quota || quota.isSlowed === wasSlowed) return
    const { name, left, of } = quota
    const fields = { projectId, provider, limit: name, left, of }
    if (quota.isSlowed)
      log.warn(fields, 'a quota is nearly used up; background work is slowed down')
    else log.info(fields, 'a quota has recovered')
  }

  return {
    /** The number of replies that rejected a call because of a limit. */
    refused: () => refused,
    /** Processes the reply to a call that counts against the `budgets`, of all that are `known`. */
    hear(
      known: ReadonlyMap<string, Budget>,
      limits: Limits,
      { budgets, reply, at }: { budgets: readonly Budget[]; reply: LimitedReply; at: number },
    ): void {
      const readings = limits.read(reply)
      for (const { key, reading } of readings) {
        const budget = known.get(key)
        if (!budget) continue
        const wasSlowed = budget.quota?.isSlowed ?? false
        budget.hear(reading, at)
        if (budget.quota) noteQuota(limits, budget, wasSlowed)
        if (budget.hasNews) sharing.seeTo(budget)
      }
      // Successful replies without quota headers show that the quota has renewed.
      if (reply.status < 400) for (const budget of budgets) budget.renewIfUsedUp(at)
      if (reply.status === 429) refused++
      const asked = parseRequestedWaitMs(reply.headers, getNowMs())
      const isReported = readings.some(({ reading }) => reading.remaining === 0)
      if (reply.status !== 429 && !(reply.status >= 500 && asked !== undefined)) return
      if (asked === undefined && isReported) return
      for (const budget of budgets.slice(0, 1)) {
        budget.block(at + Math.max(asked ?? 0, refusedMs))
        sharing.seeTo(budget)
      }
    },
  }
}
