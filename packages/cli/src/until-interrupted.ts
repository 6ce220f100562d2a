import { setTimeout as sleep } from 'node:timers/promises'

/** Calls again and again, a second after each other, until it answers `done` or Ctrl-C is pressed. */
export async function untilInterrupted(
  step: () => Promise<'done' | undefined>,
  { everyMs = 1000 } = {},
): Promise<void> {
  const interrupted = new AbortController()
  const stop = () => interrupted.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    while (!interrupted.signal.aborted) {
      if ((await step()) === 'done') return
      await sleep(everyMs, undefined, { signal: interrupted.signal }).catch(() => {
        // Interrupted: the loop ends.
      })
    }
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
