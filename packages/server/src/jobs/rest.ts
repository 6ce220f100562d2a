import { setTimeout as sleep } from 'node:timers/promises'

/** Waits so long, or until the signal aborts. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
