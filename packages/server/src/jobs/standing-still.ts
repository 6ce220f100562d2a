/** A process that is not heard for so long is taken for dead, although its connection is open. */
export const stillForMs = 15_000

/** Whoever was not heard for so long itself judges nobody: the database may have kept all of them waiting. */
const judgesWithinMs = 10_000

/** Whether what beats so in a row stands still; a version that does not beat is known by its lock alone. */
export const standsStill = (beatTime: string) =>
  `coalesce(${beatTime} < now() - interval '${stillForMs} milliseconds', false)`

/** Whether who beat so may judge others. */
export const mayJudge = (beatTime: string) =>
  `coalesce(${beatTime} > now() - interval '${judgesWithinMs} milliseconds', false)`
