const atOnce = 1000

/**
 * Has rows removed some at a time, each time in a transaction of its own, until there are no more of
 * them or the process stops.
 */
export async function inBatches(
  removeSome: (atMost: number) => Promise<number>,
  { stopping }: { stopping?: AbortSignal } = {},
): Promise<void> {
  let removed = atOnce
  while (removed >= atOnce && !stopping?.aborted) removed = await removeSome(atOnce)
}
