/** Reports whether a row refers to one that is missing, or one could not be deleted because another refers to it. */
export const isReferenceViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '23503'
