/** Whether a row could not be deleted because another one refers to it. */
export const isReferenceViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '23503'
