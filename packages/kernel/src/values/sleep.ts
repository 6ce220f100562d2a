import { setTimeout as timeUp } from 'node:timers/promises'

/** Waits, or until the signal aborts. Without `ref` the process does not stay alive for it. */
export async function sleep(
  ms: number,
  signal?: AbortSignal,
  { ref = true }: { ref?: boolean } = {},
): Promise<void> {
  await timeUp(ms, undefined, { ref, ...(signal && { signal }) }).catch((error: unknown) => {
    if (!signal?.aborted) throw error
  })
}
