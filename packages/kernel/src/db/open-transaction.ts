import { AsyncLocalStorage } from 'node:async_hooks'

/** The surrounding transaction of an async call chain. */
const surrounding = new AsyncLocalStorage<{ isOpen: boolean }>()

let isGuarded = false

/** Makes `mustBeOutsideTransaction` throw, in development and in tests. */
export function guardTransactions(): void {
  isGuarded = true
}

/** Marks everything that the work does as inside a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await surrounding.run(transaction, work)
  } finally {
    // Async work that outlives the transaction runs outside it.
    transaction.isOpen = false
  }
}

/**
 * Throws inside a transaction if guards are on. Call it before waiting for an external service or
 * for a second connection: if all connections are in transactions that wait for another connection,
 * the process deadlocks.
 */
export function mustBeOutsideTransaction(what: string): void {
  if (!isGuarded || !surrounding.getStore()?.isOpen) return
  throw new Error(
    `${what} while a transaction is open: do it before (prepare) or after (conclude), or use its handle.`,
  )
}
