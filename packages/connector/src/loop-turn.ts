import { setImmediate } from 'node:timers/promises'

/** How long one piece of work may block the event loop. */
const maxMs = 2

/** The last one that paused; the next waits behind it. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Helps long synchronous work share the event loop: whenever it `mustPause`, it awaits `pause`.
 * Only one such work continues at a time, and pending events are handled in between.
 */
export function loopTurn() {
  let beganAt = performance.now()
  return {
    mustPause: () => performance.now() - beganAt >= maxMs,
    async pause() {
      last = last.then(() => setImmediate())
      await last
      beganAt = performance.now()
    },
  }
}
