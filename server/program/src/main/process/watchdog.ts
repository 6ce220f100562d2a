import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { stillForMs, unrepeatableCalls } from '@platform/kernel/jobs/standing-still'
import { watchLoop, type WatchedLoop } from './watchdog-thread.ts'

/** Heartbeat interval of the event loop. */
const beatEveryMs = 1_000
/** How long replies that cannot be asked for again are waited for; they are in the socket when the process continues. */
const maxWaitMs = 5_000

/**
 * Ends this process with SIGKILL if its event loop was blocked for so long that others took over
 * its work, because of an endless loop or a stop signal. The parent restarts it. Runs in its own
 * thread, because a blocked loop cannot check itself.
 */
export function startWatchdog({ maxMs = stillForMs } = {}): void {
  // A debugger may stop the process for any time.
  if (inspector.url() !== undefined) return
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), Math.min(beatEveryMs, maxMs / 5)).unref()
  const watched: WatchedLoop = { beats, maxMs, unrepeatable: unrepeatableCalls, maxWaitMs }
  new Worker(`(${String(watchLoop)})(require('node:worker_threads').workerData)`, {
    eval: true,
    workerData: watched,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref()
}
