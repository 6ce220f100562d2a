export interface WatchedLoop {
  /** Counts iterations of the watched event loop. */
  beats: Int32Array
  maxMs: number
}

/**
 * Ends the process if its event loop stalls. It runs in a thread, which gets its source text, so it
 * must not refer to anything outside: a module in a thread costs 11 MB of memory more.
 */
export function watchLoop({ beats, maxMs }: WatchedLoop): void {
  const { writeSync } = process.getBuiltinModule('node:fs')
  let seen = Atomics.load(beats, 0)
  let seenAt = performance.now()
  setInterval(
    () => {
      const now = performance.now()
      const isStill = now - seenAt >= maxMs
      const beat = Atomics.load(beats, 0)
      if (isStill) {
        const seconds = Math.round((now - seenAt) / 1000)
        writeSync(
          2,
          `The process was stalled for ${seconds} s and other processes took over its work; exiting.\n`,
        )
        process.kill(process.pid, 'SIGKILL')
      }
      if (beat === seen) return
      seen = beat
      seenAt = now
    },
    Math.min(500, maxMs / 10),
  )
}
