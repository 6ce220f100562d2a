import { setTimeout as sleep } from 'node:timers/promises'
import { ProblemError } from '@platform/client'
import { ServerAway } from '../target/server-away.ts'
import { painter, print, type Terminal } from './terminal.ts'

interface Patience {
  /**
   * Whether the platform has answered: from then on outages are retried; before, they are errors.
   */
  hasAnswered?: boolean
  everyMs?: number
}

/**
 * Repeats the work with a delay of one second until it returns `done` or Ctrl-C is pressed, which
 * aborts it. While the platform is unavailable, for example during a restart, the delay increases.
 */
export async function untilInterrupted(
  step: (signal: AbortSignal) => Promise<'done' | undefined>,
  terminal: Terminal,
  { hasAnswered = false, everyMs = 1000 }: Patience = {},
): Promise<void> {
  const interrupted = new AbortController()
  const { signal } = interrupted
  const stop = () => interrupted.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const paint = painter(terminal, terminal.stderr)
  const warn = (text: string) => print(terminal.stderr, paint('yellow', text))
  let failures = 0
  try {
    while (!signal.aborted) {
      try {
        if ((await step(signal)) === 'done') return
        if (failures > 0) warn('The server answers again.')
        hasAnswered = true
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (!hasAnswered || !mayPass(error)) throw error
        if (failures === 0) warn('The server does not answer. Retrying; press Ctrl-C to stop.')
        failures++
      }
      const waitMs = Math.min(everyMs * 2 ** failures, maxWaitMs)
      await sleep(waitMs, undefined, { signal }).catch(() => {
        // Interrupted: the loop ends.
      })
    }
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

const maxWaitMs = 15_000

/**
 * Reports whether the failure may be temporary: no reply, a proxy's reply, or a request to wait.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof ServerAway ||
  (error instanceof ProblemError &&
    (error.status === 0 || error.status === 429 || error.status >= 500))
