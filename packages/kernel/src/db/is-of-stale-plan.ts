/**
 * Reports whether a prepared statement failed because its table has changed (`cached plan must not
 * change result type`), for example when a newer version starts beside this one.
 */
export function isOfStalePlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, routine } = error as { code?: unknown; routine?: unknown }
  if (code === '0A000' && routine === 'RevalidateCachedQuery') return true
  return isOfStalePlan(error.cause)
}
