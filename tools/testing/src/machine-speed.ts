import { Worker } from 'node:worker_threads'
import { expect, vi } from 'vitest'
import { patiently } from './patiently.ts'

/** Duration of a lap on a current idle machine. */
const idleLapMs = 9

/** Runs laps of the same work beside the test, even while the test blocks its own thread. */
const laps = `
  const { parentPort } = require('node:worker_threads')
  const { pbkdf2Sync } = require('node:crypto')
  const tookMs = []
  const lap = () => {
    const start = performance.now()
    pbkdf2Sync('unit', 'of work', 40000, 32, 'sha256')
    tookMs.push(performance.now() - start)
    // The median of a second says enough; more laps would slow down what is measured.
    setTimeout(lap, tookMs.length < 20 ? 40 : 250)
  }
  lap()
  parentPort.on('message', () => parentPort.postMessage(tookMs.toSorted((a, b) => a - b)))
`

/**
 * Measures, until stopped, how many times longer a fixed piece of work takes than on an idle
 * machine; at least 1. Time limits are multiplied by it.
 */
export function measureSlowness(): { stop(): Promise<number> } {
  const worker = new Worker(laps, { eval: true })
  return {
    async stop() {
      const sorted = await new Promise<number[]>((resolve, reject) => {
        worker.once('message', resolve).once('error', reject)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker thread has no origin.
        worker.postMessage('stop')
      })
      await worker.terminate()
      const median = sorted[sorted.length >> 1] ?? idleLapMs
      return Math.max(1, median / idleLapMs)
    },
  }
}

/**
 * Waits until the check passes and expects that within this time, scaled to the speed of the
 * machine. Waits `patiently`, unless other options are given.
 */
export async function expectWithin<T>(
  limitMs: number,
  check: () => T | Promise<T>,
  options = patiently,
): Promise<T> {
  const speed = measureSlowness()
  const start = performance.now()
  let found: T
  try {
    found = await vi.waitFor(check, options)
  } catch (error) {
    await speed.stop()
    throw error
  }
  const tookMs = performance.now() - start
  expect(tookMs).toBeLessThan(limitMs * (await speed.stop()))
  return found
}
