import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type IsolationLevel } from 'kysely'
import type { AnyView } from './database.ts'
import { isOfStalePlan } from './errors.ts'
import { plansAllAnew } from './prepared.ts'

/** The surrounding transaction of an async call chain. */
const surrounding = new AsyncLocalStorage<{ isOpen: boolean }>()

let isGuarded = false

/** Makes `mustBeOutsideTransaction` throw, in development and in tests. */
export function guardTransactions(): void {
  isGuarded = true
}

/** Marks everything that the work does as inside a transaction. */
async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
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

interface Callbacks {
  beforeCommit: (() => Promise<void>)[]
  committed: (() => void)[]
  notCommitted: (() => void)[]
}

/**
 * Stored on the transaction, because entries of a `WeakMap` survive until a major garbage
 * collection, at thousands a second.
 */
const callbacks = Symbol('callbacks')
type WithCallbacks = AnyView & { [callbacks]?: Callbacks }

/**
 * Runs the work in one transaction. Callbacks of `beforeCommit` run at its end, those of
 * `afterCommit` after its commit. If a newer version changed a table meanwhile, the work runs again
 * in a new transaction, so it must have no other side effects than through the handle, unless they
 * may be repeated.
 */
export async function inTransaction<View extends AnyView, T>(
  db: View,
  work: (tx: View) => Promise<T>,
  options: { isolationLevel?: IsolationLevel } = {},
): Promise<T> {
  if (db.isTransaction) return work(db)
  try {
    return await inOneTransaction(db, work, options)
  } catch (error) {
    if (!isOfStalePlan(error)) throw error
    return inOneTransaction(
      db,
      async (tx) => {
        await tx.executeQuery(Object.assign({ ...CompiledQuery.raw('') }, { [plansAllAnew]: true }))
        return work(tx)
      },
      options,
    )
  }
}

async function inOneTransaction<View extends AnyView, T>(
  db: View,
  work: (tx: View) => Promise<T>,
  { isolationLevel }: { isolationLevel?: IsolationLevel },
): Promise<T> {
  const registered: Callbacks = { beforeCommit: [], committed: [], notCommitted: [] }
  let result: T
  try {
    const transaction = isolationLevel
      ? db.transaction().setIsolationLevel(isolationLevel)
      : db.transaction()
    result = await transaction.execute((opened) => {
      // The transaction has the same view as the handle.
      const tx = Object.assign(opened as unknown as View, { [callbacks]: registered })
      return insideTransaction(async () => {
        const worked = await work(tx)
        for (const callback of registered.beforeCommit) await callback()
        return worked
      })
    })
  } catch (error) {
    for (const callback of registered.notCommitted) callback()
    throw error
  }
  for (const callback of registered.committed) callback()
  return result
}

/**
 * Registers statements to send at the end of the transaction, if it succeeds. Statements sent with
 * `sendAhead` share a message with the commit.
 */
export function beforeCommit(tx: AnyView, callback: () => Promise<void>): void {
  getCallbacks(tx).beforeCommit.push(callback)
}

/**
 * Runs the callback after the commit of this transaction, never after a rollback. Use it for hints,
 * such as waking a sender: a crash in between loses the callback, so the tables must contain the
 * same information.
 */
export function afterCommit(tx: AnyView, callback: () => void): void {
  getCallbacks(tx).committed.push(callback)
}

/**
 * Runs the callback if the transaction failed. It may have committed anyway if the connection broke
 * before the reply.
 */
export function unlessCommitted(tx: AnyView, callback: () => void): void {
  getCallbacks(tx).notCommitted.push(callback)
}

function getCallbacks({ [callbacks]: registered }: WithCallbacks): Callbacks {
  if (!registered) throw new Error('The transaction must be opened by inTransaction.')
  return registered
}
