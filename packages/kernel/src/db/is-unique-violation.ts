/** Reports whether a statement failed because a row with the same key exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '23505'
