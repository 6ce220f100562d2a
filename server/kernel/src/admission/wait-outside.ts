import { AsyncLocalStorage } from 'node:async_hooks'

/** A slot that others use while its holder waits for an answer from outside. */
export interface LendableSlot {
  /** Gives the slot to others. */
  lend(): unknown
  /** Takes it back, whether or not another is free: the holder has work that must go on. */
  takeBack(): void
  /** Kept while its holder waits for a turn, because it limits how many do. */
  isKeptForTurns?: true
}

/** While an answer takes longer than this, its waiter uses no slot. */
export const usualAnswerMs = 250

/** A held slot, lent while at least one of its holder's calls waits. */
export class HeldSlot {
  readonly isKeptForTurns: boolean
  private waiting = 0
  private readonly slot: LendableSlot

  constructor(slot: LendableSlot) {
    this.slot = slot
    this.isKeptForTurns = slot.isKeptForTurns ?? false
  }

  lend(): void {
    if (this.waiting++ === 0) this.slot.lend()
  }

  takeBack(): void {
    if (--this.waiting === 0) this.slot.takeBack()
  }
}

const context = new AsyncLocalStorage<readonly HeldSlot[]>()

/** Does work that holds the slot, besides those that are already held: `waitOutside` lends them. */
export const holdSlot = <Done>(slot: LendableSlot, work: () => Done): Done =>
  context.run([...(context.getStore() ?? []), new HeldSlot(slot)], work)

/**
 * Waits for an answer from outside. One that takes longer than usual costs no slot: those that the
 * caller holds are lent until it arrives.
 */
export async function waitOutside<Answer>(
  answer: Promise<Answer>,
  slots: readonly HeldSlot[] = context.getStore() ?? [],
): Promise<Answer> {
  if (slots.length === 0) return answer
  let isLent = false
  const timer = setTimeout(() => {
    isLent = true
    for (const slot of slots) slot.lend()
  }, usualAnswerMs)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    if (isLent) for (const slot of slots) slot.takeBack()
  }
}

/** Waits for a turn, such as at a limit of a provider, like for an answer. */
export const waitForTurn = <Turn>(turn: Promise<Turn>): Promise<Turn> =>
  waitOutside(
    turn,
    (context.getStore() ?? []).filter(({ isKeptForTurns }) => !isKeptForTurns),
  )
