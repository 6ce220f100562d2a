/** A thrown value, which may have Node's code of a system error. */
export const toError = (thrown: unknown): NodeJS.ErrnoException =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
