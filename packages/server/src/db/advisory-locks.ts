/**
 * The first halves of all advisory locks: a class each, so that no two of them meet. What PostgreSQL
 * compares is only these two numbers.
 */
export const lockClasses = {
  /** "This process lives"; the second half is its key. */
  processes: 0x504c4154,
  /** "This sender lives"; the second half is its number. */
  senders: 0x53454e44,
  /** Roles (0) and schema (1) are made by one process after the other. */
  schema: 0x53434845,
} as const
