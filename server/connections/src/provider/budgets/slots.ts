import type { ProjectId } from '@platform/contract'
import type { Budget } from './budget.ts'
import type { CallSlot, hearReplies } from './governor.ts'
import type { BudgetedCall, CallQueue } from './line.ts'
import { clock } from './clock.ts'
import type { Sharing } from './sharing.ts'

/** Maximum number of calls that wait longer than usual for an answer, as a multiple of the slots. */
const lentPerSlot = 25

const getCount = (counts: ReadonlyMap<string, number>, key: string) => counts.get(key) ?? 0

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = getCount(counts, key) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

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
  const maxOfOne = Math.ceil(places / 2)
  const maxLent = places * lentPerSlot

  /** Returns when the call may be sent: now, at a time, or `Infinity` until another one ends. */
  const admitsAt = (now: number, line: CallQueue, { call, budgets }: BudgetedCall): number => {
    const { of, isBackground, limits, isUnheld } = call
    if (line.busy >= places || getCount(line.busyOf, of) >= maxOfOne) return Infinity
    // The provider counts calls until it has answered them.
    const isLimited = isBackground && limits?.maxConcurrent !== undefined
    if (isLimited && getCount(line.openOf, of) >= limits.maxConcurrent) return Infinity
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
    line: CallQueue,
    { call, budgets }: BudgetedCall,
  ): CallSlot => {
    const { of, limits } = call
    const now = clock()
    const answers = budgets.map((budget) => {
      const answer = budget.take(now, call)
      if (budget.window()) sharing.seeTo(budget)
      return answer
    })
    const occupy = (by: 1 | -1) => {
      line.busy += by
      add(line.busyOf, of, by)
    }
    const lendOne = (by: 1 | -1) => {
      line.lent += by
      add(line.lentOf, of, by)
    }
    occupy(1)
    add(line.openOf, of, 1)
    let isLent = false
    let isAnswered = false
    let isHeld = true
    const recordAnswer = (at: number) => {
      if (isAnswered) return
      isAnswered = true
      for (const answer of answers) answer(at)
    }
    return {
      hear(reply) {
        const at = clock()
        recordAnswer(at)
        if (limits) replies.hear(known, limits, { call, budgets, reply, at })
      },
      lend() {
        if (!isHeld || isLent) return
        if (line.lent >= maxLent || getCount(line.lentOf, of) >= maxLent / 2) return
        isLent = true
        lendOne(1)
        occupy(-1)
        released(call.projectId)
      },
      takeBack() {
        if (!isHeld || !isLent) return
        isLent = false
        lendOne(-1)
        occupy(1)
      },
      release() {
        if (!isHeld) return
        isHeld = false
        recordAnswer(clock())
        if (isLent) lendOne(-1)
        else occupy(-1)
        add(line.openOf, of, -1)
        released(call.projectId)
      },
    }
  }

  return { admitsAt, place }
}
