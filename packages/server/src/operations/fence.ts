import * as store from './store.ts'

/**
 * Who works on an operation holds its fence, a number that rises with each take-over. It stands beside
 * every later write: a process that was taken for dead, and is not, can no longer change anything.
 */
export const takeOperation = store.takeOperation
export const takeOperations = store.takeOperations
export const checkpoint = store.checkpoint
export const addRecords = store.addRecords
export const endOperation = store.endOperation
export const recordFailure = store.recordFailure
export const setSince = store.setSince
/** Ends the operation whoever works on it; false when it has already ended. */
export const cancelOperation = store.cancelOperation
/** Has whoever works on the operation stop at its next write; it keeps its place for later. */
export const interrupt = store.interrupt
export const isHeld = store.isHeld
export const heldOperation = store.heldOperation
export const reopenOperation = store.reopenOperation
