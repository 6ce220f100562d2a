import { setImmediate } from 'node:timers/promises'

/** So long one piece of work may have the process for itself. */
const longestMs = 5

/** Whoever gave way last; the next is behind them. */
let last: Promise<unknown> = Promise.resolve()

/**
 * For work that would keep everybody else of the process waiting: whenever it `mustPause`, it awaits
 * `pause`. Of all who do so one goes on at a time, and what has arrived meanwhile comes in between.
 */
export function loopTurn() {
  let beganAt = performance.now()
  return {
    mustPause: () => performance.now() - beganAt >= longestMs,
    async pause() {
      last = last.then(() => setImmediate())
      await last
      beganAt = performance.now()
    },
  }
}
