import type { OperationId } from '@platform/contract'

/**
 * Returns how many deletions a complete read holds back: all of them if they exceed the percentage of the
 * object's records, not counting those that an earlier read held back and this one confirms.
 */
export function countHeld({
  gone,
  records,
  deletionLimitPercent,
  earlier,
  operationId,
}: {
  /** Number of records missing from two complete reads in a row. */
  gone: number
  /** Number of records that the object is known to have. */
  records: number
  deletionLimitPercent: number
  /** What is held back, and the read that does it. */
  earlier: { held: number; by: OperationId | null }
  operationId: OperationId
}): number {
  const confirmed = earlier.by === operationId ? 0 : earlier.held
  return gone - confirmed > (records * deletionLimitPercent) / 100 ? gone : 0
}

/** Describes deletions that are held back, for the log of the read. */
export const describeHeld = (
  held: string,
  { records, deletionLimitPercent }: { records: number; deletionLimitPercent: number },
): string =>
  `${held} of ${records} were missing from two reads, more than ${deletionLimitPercent}%. No deletion is reported until another complete read confirms it (deletionLimitPercent).`
