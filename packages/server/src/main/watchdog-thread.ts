import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

export interface WatchedLoop {
  /** Counts iterations of the watched event loop. */
  beats: Int32Array
  mostMs: number
}

const { beats, mostMs } = workerData as WatchedLoop

let seen = Atomics.load(beats, 0)
let seenAt = performance.now()
setInterval(
  () => {
    const now = performance.now()
    const isStill = now - seenAt >= mostMs
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
  Math.min(500, mostMs / 10),
)
