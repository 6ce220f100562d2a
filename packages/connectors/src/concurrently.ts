/**
 * Returns the results of all calls in order, with a limited number in progress. After a failure no
 * further call starts, and the error is thrown when the running ones have ended.
 */
export async function concurrently<T, R>(
  items: readonly T[],
  atATime: number,
  call: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  const waiting = items.entries()
  const work = async () => {
    for (const [position, item] of waiting) {
      try {
        results[position] = await call(item)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, work))
  if (failures.length > 0) throw failures[0]
  return results
}
