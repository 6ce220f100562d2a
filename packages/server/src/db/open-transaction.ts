import { AsyncLocalStorage } from 'node:async_hooks'

/** The transaction that a chain of calls is inside of. */
const surrounding = new AsyncLocalStorage<{ isOpen: boolean }>()

let isGuarded = false

/** Has `mustBeOutsideTransaction` throw: in development and in tests. */
export function guardTransactions(): void {
  isGuarded = true
}

/** Runs the work as what is inside of a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await surrounding.run(transaction, work)
  } finally {
    // What the work has left running goes on outside.
    transaction.isOpen = false
  }
}

/**
 * Says that the caller does what would have a transaction wait: asks somebody outside, or takes a
 * second connection. Where all connections are in transactions that wait for another, none goes on.
 */
export function mustBeOutsideTransaction(what: string): void {
  if (!isGuarded || !surrounding.getStore()?.isOpen) return
  throw new Error(
    `${what} while a transaction is open: do it before (prepare) or after (conclude), or use its handle.`,
  )
}
