/**
 * Reports whether a statement failed because a referenced row is missing, or because the deleted
 * row is still referenced.
 */
export const isReferenceViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '23503'
