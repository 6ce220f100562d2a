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

export interface Repeating {
  /** Ends the current wait, or omits the next one if a round is in progress. */
  wake(): void
  /** Resolves when the last round has ended. */
  ended: Promise<void>
}

/** Returned by a round that has nothing to do until it is woken. */
export const untilWokenMs = 24 * 3600_000

/**
 * Runs rounds of work until the signal aborts, each after the one before. A round returns how many
 * milliseconds to wait for the next one; it handles its errors itself. Without `ref`, waiting does
 * not keep the process alive.
 */
export function repeatUntil(
  stopping: AbortSignal,
  round: () => Promise<number>,
  { firstInMs = 0, ref = true }: { firstInMs?: number; ref?: boolean } = {},
): Repeating {
  let waking = new AbortController()
  // Signals of `AbortSignal.any` would stay until a full garbage collection.
  const wake = () => waking.abort()
  if (stopping.aborted) wake()
  else stopping.addEventListener('abort', wake, { once: true })
  const wait = (ms: number) => sleep(ms, waking.signal, { ref })
  const repeat = async () => {
    if (firstInMs > 0) await wait(firstInMs)
    while (!stopping.aborted) {
      waking = new AbortController()
      await wait(await round())
    }
  }
  return { wake, ended: repeat() }
}
