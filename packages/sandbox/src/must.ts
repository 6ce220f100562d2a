/** The value, where only a mistake of ours could have left it out: then it fails at the caller's line. */
export function must<T>(value: T | undefined): T {
  if (value !== undefined) return value
  const error = new Error('Something must be here, and nothing is.')
  Error.captureStackTrace(error, must)
  throw error
}
