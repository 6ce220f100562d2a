/**
 * The first halves of all advisory locks: a class each, so that no two of them meet. What PostgreSQL
 * compares is only these two numbers.
 */
export const lockClasses = {
  /** "This process lives"; the second half is its key. */
  processes: 0x504c4154,
  /** "This sender lives"; the second half is its number. */
  senders: 0x53454e44,
  schema: 0x53434845,
} as const

/**
 * Held while roles are made and while the schema changes, by one process after the other: both
 * grant rights on the same schemas, which PostgreSQL refuses to do at once.
 */
export const schemaLock = [lockClasses.schema, 0] as const
