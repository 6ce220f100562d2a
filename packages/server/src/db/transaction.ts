import type { Db } from './database.ts'

const callbacks = new WeakMap<Db, (() => void)[]>()

/** Runs the work in one transaction. What `afterCommit` registered runs once it has committed. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const committed: (() => void)[] = []
  const result = await db.transaction().execute((tx) => {
    callbacks.set(tx, committed)
    return work(tx)
  })
  for (const callback of committed) callback()
  return result
}

/**
 * Has the callback run after the commit of this transaction, never after a rollback. It is for
 * hints, such as waking a sender: a crash in between loses it, so the tables must tell the same.
 */
export function afterCommit(tx: Db, callback: () => void): void {
  const registered = callbacks.get(tx)
  if (!registered) throw new Error('afterCommit needs a transaction opened by inTransaction.')
  registered.push(callback)
}
