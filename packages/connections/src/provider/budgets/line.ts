import type { Budget } from './budget.ts'
import type { CallOf, CallSlot } from './governor.ts'
import { clock } from './sharing.ts'

/** A call, and what it counts against. */
export interface BudgetedCall {
  call: CallOf
  budgets: readonly Budget[]
}

export interface WaitingCall extends BudgetedCall {
  /** Until when it waits at most. */
  until: number
  /** It would have to wait longer, until then if that is known. */
  giveUp(at: number): void
  letIn(place: CallSlot): void
}

/** Calls of one project that somebody waits for, or the others. */
export interface CallLine {
  busy: number
  busyOf: Map<string, number>
  /** Who takes turns; who has had one goes to the end. */
  waiting: Map<string, WaitingCall[]>
}

export const newLine = (): CallLine => ({ busy: 0, busyOf: new Map(), waiting: new Map() })

/** Whose connection has the fewest calls under way goes first, then who has had no turn for longest. */
export const inTurn = ({ waiting, busyOf }: CallLine): [string, WaitingCall[]][] => {
  const busy = ([one]: WaitingCall[]) => (one && busyOf.get(one.call.of)) ?? 0
  return [...waiting].toSorted(([, one], [, other]) => busy(one) - busy(other))
}

export const isIdle = ({ busy, waiting }: CallLine) => busy === 0 && waiting.size === 0

/** Takes the first call of a turn out of the line. What else waits there goes to the end. */
export function endTurn(line: CallLine, turn: string, waiting: WaitingCall[]): void {
  line.waiting.delete(turn)
  waiting.shift()
  if (waiting.length > 0) line.waiting.set(turn, waiting)
}

/**
 * Waits in the line until the call is let in. Rejects with `tooMany` after its patience, and with the
 * reason of the call's signal if that is aborted before.
 */
export const waitInLine = (
  line: CallLine,
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
      letIn(admitted) {
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
