import * as store from './store.ts'

/**
 * Takes over an operation. Its holder has a fence, a number that increases with each take-over.
 * Every later write checks it, so a process that was wrongly considered dead can no longer change
 * anything.
 */
export const takeOperations = store.takeOperations
export const checkpoint = store.checkpoint
export const addRecords = store.addRecords
export const endOperation = store.endOperation
export const endLockedReads = store.endLockedReads
export const recordFailure = store.recordFailure
export const setSince = store.setSince
/** Ends the operation, whoever runs it; returns false if it has already ended. */
export const cancelOperation = store.cancelOperation
/** Stops the operation at its next write; it keeps its position for later. */
export const interrupt = store.interrupt
export const isHeld = store.isHeld
export const heldOperation = store.selectHeldOperation
export const reopenOperation = store.reopenOperation
