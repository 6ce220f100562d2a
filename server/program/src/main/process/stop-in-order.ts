import { sleep } from '@platform/kernel/values'
import type { Logger } from 'pino'

export interface StoppablePart {
  name: string
  stop(): Promise<unknown>
}

/** Minimum time for stages after the limit, to release what they hold. */
const leastMs = 2_000

/**
 * Stops one stage after another, and the parts of a stage concurrently. Parts that exceed the time
 * limit are logged and left behind.
 */
export async function stopInOrder(
  stages: readonly StoppablePart[][],
  { withinMs, log }: { withinMs: number; log: Logger },
): Promise<void> {
  const deadline = performance.now() + withinMs
  for (const parts of stages) {
    const patienceMs = Math.max(leastMs, deadline - performance.now())
    await Promise.all(parts.map((part) => stopPart(part, patienceMs, log)))
  }
}

async function stopPart(
  { name, stop }: StoppablePart,
  patienceMs: number,
  log: Logger,
): Promise<void> {
  const isOver = new AbortController()
  const stopping = stop().catch((error: unknown) => {
    log.error({ err: error, part: name }, 'a part of the process failed to stop')
  })
  const timeUp = sleep(patienceMs, isOver.signal).then(() => 'time up' as const)
  const outcome = await Promise.race([stopping, timeUp])
  isOver.abort()
  if (outcome === 'time up') log.warn({ part: name }, 'a part of the process did not stop in time')
}
