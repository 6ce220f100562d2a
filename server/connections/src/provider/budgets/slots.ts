import type { ProjectId } from '@platform/contract'
import type { Budget } from './budget.ts'
import type { CallSlot, hearReplies, CallOf } from './governor.ts'
import { clock } from './clock.ts'
import type { Sharing } from './sharing.ts'

/** A call with its budgets. */
export interface BudgetedCall {
  call: CallOf
  budgets: readonly Budget[]
}

export interface WaitingCall extends BudgetedCall {
  /** When the wait ends. */
  until: number
  /** Rejects the call because it would wait too long, until `at` if known. */
  giveUp(at: number): void
  admit(place: CallSlot): void
}

/** Waiting calls of one project, interactive or background. */
export interface CallQueue {
  busy: number
  busyOf: Map<string, number>
  /** Calls that wait longer than usual for an answer: they are not busy. */
  lent: number
  lentOf: Map<string, number>
  /** Both. */
  openOf: Map<string, number>
  /** Waiting calls by turn; after its turn, an entry moves to the end. */
  waiting: Map<string, WaitingCall[]>
}

export const createCallQueue = (): CallQueue => ({
  busy: 0,
  busyOf: new Map(),
  lent: 0,
  lentOf: new Map(),
  openOf: new Map(),
  waiting: new Map(),
})

/**
 * Yields turns in order: the connection with the fewest calls in progress first, then the one that
 * waited longest. Those without any are not sorted: one slot for a thousand waiting calls takes one step.
 */
export function* inTurn({ waiting, busyOf }: CallQueue): Generator<[string, WaitingCall[]]> {
  const others: { entry: [string, WaitingCall[]]; busy: number }[] = []
  for (const entry of waiting) {
    const [one] = entry[1]
    const busy = (one && busyOf.get(one.call.of)) ?? 0
    if (busy === 0) yield entry
    else others.push({ entry, busy })
  }
  others.sort((one, other) => one.busy - other.busy)
  for (const { entry } of others) yield entry
}

export const isIdle = ({ busy, lent, waiting }: CallQueue) =>
  busy === 0 && lent === 0 && waiting.size === 0

/** Removes the first call of a turn. Its other calls move to the end. */
export function endTurn(line: CallQueue, turn: string, waiting: WaitingCall[]): void {
  line.waiting.delete(turn)
  waiting.shift()
  if (waiting.length > 0) line.waiting.set(turn, waiting)
}

/**
 * Waits until the call is admitted. Rejects with `tooMany` after a time limit, and with the reason
 * of the call's signal if that is aborted before.
 */
export const waitInLine = (
  line: CallQueue,
  { call, budgets }: BudgetedCall,
  {
    patienceMs,
    tooMany,
  }: { patienceMs: number; tooMany: (call: BudgetedCall, at: number) => Error },
): Promise<CallSlot> =>
  new Promise((resolve, reject) => {
    const turn = [call.turnOf ?? call.of, ...budgets.map(({ key }) => key)].join(' ')
    const waiting = line.waiting.get(turn) ?? []
    line.waiting.set(turn, waiting)
    const end = () => {
      clearTimeout(timer)
      call.signal?.removeEventListener('abort', abandon)
      for (const budget of budgets) budget.waiting--
    }
    const one: WaitingCall = {
      call,
      budgets,
      until: clock() + patienceMs,
      giveUp(at) {
        stepOut()
        reject(tooMany(one, at))
      },
      admit(admitted) {
        end()
        resolve(admitted)
      },
    }
    const stepOut = () => {
      end()
      waiting.splice(waiting.indexOf(one), 1)
      if (waiting.length === 0) line.waiting.delete(turn)
    }
    const abandon = () => {
      stepOut()
      reject(call.signal?.reason as Error)
    }
    const timer = setTimeout(() => one.giveUp(Infinity), patienceMs)
    call.signal?.addEventListener('abort', abandon)
    for (const budget of budgets) budget.waiting++
    waiting.push(one)
  })

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
