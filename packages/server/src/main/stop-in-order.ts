import { sleep } from '@platform/kernel/values/sleep'
import type { Logger } from 'pino'

export interface StoppablePart {
  name: string
  stop(): Promise<unknown>
}

/** What comes after the time is over is still given so long, to let go of what it holds. */
const leastMs = 2_000

/**
 * Stops stage after stage, the parts of one at the same time. What has not ended when the time is
 * over is left behind and logged, so that nothing delays the end.
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
