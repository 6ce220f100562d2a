import type { Logger } from 'pino'
import { Budget } from './budget.ts'
import type { CallOf } from './governor.ts'
import { parseRequestedWaitMs, type LimitedReply } from './header-readings.ts'
import type { Limit, Limits } from './limits.ts'
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
      known: Map<string, Budget>,
      limits: Limits,
      {
        call,
        budgets,
        reply,
        at,
      }: { call: CallOf; budgets: readonly Budget[]; reply: LimitedReply; at: number },
    ): void {
      const endpoint = limits.isOfEndpoint?.(reply) ? limits.ofEndpoint?.(call) : undefined
      // What is left is that of the endpoint.
      const readings = endpoint ? [] : limits.read(reply)
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
      const blocked = endpoint ? openBudget(known, call, endpoint) : budgets[0]
      if (!blocked) return
      blocked.block(at + Math.max(asked ?? 0, refusedMs))
      sharing.seeTo(blocked)
    },
  }
}

function openBudget(known: Map<string, Budget>, { projectId }: CallOf, limit: Limit): Budget {
  const found = known.get(limit.key)
  if (found) return found
  const opened = new Budget(projectId, limit)
  known.set(limit.key, opened)
  return opened
}
