/** Whether PostgreSQL ended a transaction because it and another waited for each other: it may be repeated. */
export const isDeadlock = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '40P01'
