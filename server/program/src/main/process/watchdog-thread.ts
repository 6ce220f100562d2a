export interface WatchedLoop {
  /** Counts iterations of the watched event loop. */
  beats: Int32Array
  maxMs: number
  /** Number of calls that are waited for. */
  unrepeatable: Int32Array
  /** How long they are waited for. */
  maxWaitMs: number
}

/**
 * Ends the process if its event loop stalls, after calls whose replies cannot be asked for again. It runs in a thread, which gets its source text, so it
 * must not refer to anything outside: a module in a thread costs 11 MB of memory more.
 */
export function watchLoop({ beats, maxMs, unrepeatable, maxWaitMs }: WatchedLoop): void {
  const { writeSync } = process.getBuiltinModule('node:fs')
  let seen = Atomics.load(beats, 0)
  let seenAt = performance.now()
  let stalled: { seconds: number; until: number } | undefined
  setInterval(
    () => {
      const now = performance.now()
      const stillMs = now - seenAt
      if (stillMs >= maxMs) {
        stalled ??= { seconds: Math.round(stillMs / 1000), until: now + maxWaitMs }
      }
      if (stalled && (Atomics.load(unrepeatable, 0) === 0 || now >= stalled.until)) {
        writeSync(
          2,
          `The process was stalled for ${stalled.seconds} s and other processes took over its work; exiting.\n`,
        )
        process.kill(process.pid, 'SIGKILL')
      }
      const beat = Atomics.load(beats, 0)
      if (beat === seen) return
      seen = beat
      seenAt = now
    },
    Math.min(500, maxMs / 10),
  )
}
