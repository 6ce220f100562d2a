import type { Budget } from './budget.ts'
import type { CallOf, CallSlot } from './governor.ts'
import { clock } from './clock.ts'

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
