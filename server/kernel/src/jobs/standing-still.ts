/**
 * A process without heartbeats for this time is considered dead, although its connection is open.
 */
export const stillForMs = 15_000

/**
 * How many calls of this process must not be cut off, because their replies cannot be asked for again. The thread
 * of the watchdog reads it.
 */
export const unrepeatableCalls = new Int32Array(new SharedArrayBuffer(4))

/**
 * Does work whose outcome exists nowhere else until it is stored. A process that continues after a stop, when others
 * have taken over its work, ends a few seconds later while there is such work.
 */
export async function doUnrepeatable<Done>(work: () => Promise<Done>): Promise<Done> {
  Atomics.add(unrepeatableCalls, 0, 1)
  try {
    return await work()
  } finally {
    Atomics.sub(unrepeatableCalls, 0, 1)
  }
}

/**
 * A process whose own heartbeats are late judges no others: the database may have delayed all of
 * them.
 */
const judgesWithinMs = 10_000

/**
 * SQL: whether a process with this heartbeat is stalled. Versions without heartbeats are judged by
 * their lock alone.
 */
export const standsStill = (beatTime: string) =>
  `coalesce(${beatTime} < now() - interval '${stillForMs} milliseconds', false)`

/** SQL: whether a process with this heartbeat may judge others. */
export const mayJudge = (beatTime: string) =>
  `coalesce(${beatTime} > now() - interval '${judgesWithinMs} milliseconds', false)`

/**
 * SQL: whether nobody holds the session lock of a process. PostgreSQL releases it with the
 * connection.
 */
export const isUnlocked = (lockClass: number, number: string) =>
  `not exists (select from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${lockClass} and l.objid = ${number}
      and l.database = (select oid from pg_database where datname = current_database()))`
