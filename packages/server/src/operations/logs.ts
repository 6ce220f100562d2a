import * as store from './store.ts'

/** Tells in the operation's log what happened; builders read it. */
export const logOperation = store.insertLog
