/** The results of all calls in the order of the items, with at most so many under way. */
export async function concurrently<T, R>(
  items: readonly T[],
  atATime: number,
  call: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const work = async () => {
    for (const [position, item] of waiting) results[position] = await call(item)
  }
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, work))
  return results
}
