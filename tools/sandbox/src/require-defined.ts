/**
 * Returns a value that is only missing because of a bug, and throws at the caller's line if it is.
 */
export function requireDefined<T>(value: T | undefined): T {
  if (value !== undefined) return value
  const error = new Error('A required value is missing.')
  Error.captureStackTrace(error, requireDefined)
  throw error
}
