/** Reports whether PostgreSQL ended the transaction because of a deadlock. It can be retried. */
export const isDeadlock = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '40P01'
