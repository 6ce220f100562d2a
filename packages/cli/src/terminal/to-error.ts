/** Converts a thrown value to an error, which may have a code of a system error. */
export const toError = (thrown: unknown): NodeJS.ErrnoException =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
