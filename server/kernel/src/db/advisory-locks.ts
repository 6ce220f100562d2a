/**
 * The first key of each kind of advisory lock, so that kinds cannot collide. PostgreSQL compares
 * only the two numbers.
 */
export const lockClasses = {
  /** Held by a live process; the second key is its number. */
  processes: 0x504c4154,
  /** Held by a live sender of the previous version, and for it by a trigger; the second key is its number. */
  senders: 0x53454e44,
  schema: 0x53434845,
} as const

/**
 * Held while roles are created and while the schema changes, by one process at a time: both grant
 * rights on the same schemas, which PostgreSQL rejects if done concurrently.
 */
export const schemaLock = [lockClasses.schema, 0] as const

/** Held by the process that builds an index. It does not hold `schemaLock`. */
export const indexLock = [lockClasses.schema, 1] as const

/**
 * Held while a customer gets another account of an integration, shared, and while a process of a
 * version that does not know such accounts registers.
 */
export const accountsLock = [lockClasses.schema, 2] as const
