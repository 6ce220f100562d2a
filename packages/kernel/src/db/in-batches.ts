const atOnce = 1000

/**
 * Removes rows in batches, each in its own transaction, until none are left or the process stops.
 */
export async function inBatches(
  removeSome: (atMost: number) => Promise<number>,
  { stopping }: { stopping?: AbortSignal } = {},
): Promise<void> {
  let removed = atOnce
  while (removed >= atOnce && !stopping?.aborted) removed = await removeSome(atOnce)
}
