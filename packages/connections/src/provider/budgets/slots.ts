import type { ProjectId } from '@platform/contract'
import type { Budget } from './budget.ts'
import type { CallSlot } from './governor.ts'
import type { hearReplies } from './hear-replies.ts'
import type { BudgetedCall, CallLine } from './line.ts'
import { clock } from './clock.ts'
import type { Sharing } from './sharing.ts'

/** Slots of projects for calls, and what the calls take from budgets. */
export function createSlots({
  places,
  sharing,
  replies,
  released,
}: {
  places: number
  sharing: Sharing
  replies: ReturnType<typeof hearReplies>
  /** A slot of the project is free again. */
  released: (projectId: ProjectId) => void
}) {
  const mostOfOne = Math.ceil(places / 2)

  /** Returns when the call may be sent: now, at a time, or `Infinity` until another one ends. */
  const admitsAt = (now: number, line: CallLine, { call, budgets }: BudgetedCall): number => {
    const { of, isBackground, limits, isUnheld } = call
    const most = isBackground ? Math.min(mostOfOne, limits?.maxConcurrent ?? Infinity) : mostOfOne
    if (line.busy >= places || (line.busyOf.get(of) ?? 0) >= most) return Infinity
    if (isUnheld) return now
    let at = now
    for (const budget of budgets) {
      const admitted = budget.admitsAt(now, call)
      if (admitted > now) sharing.seeTo(budget)
      at = Math.max(at, admitted)
    }
    return at
  }

  const place = (
    known: Map<string, Budget>,
    line: CallLine,
    { call, budgets }: BudgetedCall,
  ): CallSlot => {
    const { of, limits } = call
    const now = clock()
    const answers = budgets.map((budget) => {
      const answer = budget.take(now, call)
      if (budget.window()) sharing.seeTo(budget)
      return answer
    })
    line.busy++
    line.busyOf.set(of, (line.busyOf.get(of) ?? 0) + 1)
    let isAnswered = false
    let isHeld = true
    const answered = (at: number) => {
      if (isAnswered) return
      isAnswered = true
      for (const answer of answers) answer(at)
    }
    return {
      hear(reply) {
        const at = clock()
        answered(at)
        if (limits) replies.hear(known, limits, { budgets, reply, at })
      },
      release() {
        if (!isHeld) return
        isHeld = false
        answered(clock())
        line.busy--
        const left = (line.busyOf.get(of) ?? 1) - 1
        if (left > 0) line.busyOf.set(of, left)
        else line.busyOf.delete(of)
        released(call.projectId)
      },
    }
  }

  return { admitsAt, place }
}
