import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { stillForMs } from '@platform/kernel/jobs/standing-still'
import type { WatchedLoop } from './watchdog-thread.ts'

/** How often the event loop shows that it turns. */
const beatEveryMs = 1_000

/**
 * Ends this process with SIGKILL once its event loop has stood still for so long that others took over
 * what it held: in a loop without end, or stopped by a signal and continued. Whoever started it starts
 * it again. A thread of its own watches, because a loop that hangs cannot.
 */
export function startWatchdog({ mostMs = stillForMs } = {}): void {
  // Whoever looks at it in a debugger stops it for as long as they like.
  if (inspector.url() !== undefined) return
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), Math.min(beatEveryMs, mostMs / 5)).unref()
  const watched: WatchedLoop = { beats, mostMs }
  new Worker(new URL('watchdog-thread.ts', import.meta.url), {
    workerData: watched,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref()
}
