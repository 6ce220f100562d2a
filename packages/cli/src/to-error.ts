/** What was thrown, which may carry the code by which Node tells failures of the system apart. */
export const toError = (thrown: unknown): NodeJS.ErrnoException =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
