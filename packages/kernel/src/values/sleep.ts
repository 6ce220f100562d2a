import { setTimeout as timeUp } from 'node:timers/promises'

/**
 * Waits for a time, or until the signal aborts. Without `ref`, it does not keep the process alive.
 */
export async function sleep(
  ms: number,
  signal?: AbortSignal,
  { ref = true }: { ref?: boolean } = {},
): Promise<void> {
  await timeUp(ms, undefined, { ref, ...(signal && { signal }) }).catch((error: unknown) => {
    if (!signal?.aborted) throw error
  })
}
