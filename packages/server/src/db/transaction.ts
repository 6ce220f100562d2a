import { CompiledQuery, type IsolationLevel } from 'kysely'
import type { AnyView } from './database.ts'
import { isOfStalePlan } from './is-of-stale-plan.ts'
import { insideTransaction } from './open-transaction.ts'
import { plansAllAnew } from './prepared-connection.ts'

interface Callbacks {
  beforeCommit: (() => Promise<void>)[]
  committed: (() => void)[]
  notCommitted: (() => void)[]
}

/**
 * The transaction has them itself: what a `WeakMap` knows of thousands a second stays until the whole
 * heap is collected.
 */
const callbacks = Symbol('callbacks')
type WithCallbacks = AnyView & { [callbacks]?: Callbacks }

/**
 * Runs the work in one transaction. What `beforeCommit` registered runs at its end, what `afterCommit`
 * registered once it has committed.
 *
 * It runs again, in a new transaction, where a newer version has changed a table in between: so it
 * changes nothing but through the handle, or what it may change twice.
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
      // It sees what the handle sees.
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
 * Registers what the transaction still has to send once its work is done, if that succeeds: statements
 * that go ahead of the commit (`sendAhead`) share a message with it.
 */
export function beforeCommit(tx: AnyView, callback: () => Promise<void>): void {
  callbacksOf(tx).beforeCommit.push(callback)
}

/**
 * Has the callback run after the commit of this transaction, never after a rollback. It is for
 * hints, such as waking a sender: a crash in between loses it, so the tables must contain the same information.
 */
export function afterCommit(tx: AnyView, callback: () => void): void {
  callbacksOf(tx).committed.push(callback)
}

/**
 * Has the callback run when the transaction failed. It may have committed all the same, when the
 * connection broke before its answer came.
 */
export function unlessCommitted(tx: AnyView, callback: () => void): void {
  callbacksOf(tx).notCommitted.push(callback)
}

function callbacksOf({ [callbacks]: registered }: WithCallbacks): Callbacks {
  if (!registered) throw new Error('The transaction must be opened by inTransaction.')
  return registered
}
