import type { Reading } from '../calls/resolve.ts'

/** Returns how long a change of the object may be invisible after its modification time. */
export const overlapMs = ({ overlapMinutes = 1 }: Pick<Reading, 'overlapMinutes'>): number =>
  overlapMinutes * 60_000
