import type { CreateSending } from '@platform/delivery/notifications/sending'
import * as store from '@platform/delivery/notifications/set-up/store'
import { cutOff, inBatches } from '@platform/kernel/db/retention'
import { getNowMs, patienceMs } from '@platform/kernel/values'
import { createEmitter } from './emit.ts'
import { startEngine, type Engine } from './engine.ts'
import { createMetrics } from './metrics.ts'
import { removeVersions } from './queue/record-versions.ts'
import { removeHours, removeUsage } from './recording/hours-store.ts'
import { defaultRetryDelaysMs } from './sending/next-step.ts'

const dayMs = 24 * 3600 * 1000
/** Monthly usage is kept for two years. */
const usageDays = 2 * 366

/** Creates what emits events and, once started, sends them. */
export const createSending: CreateSending = ({
  registry,
  retryDelaysMs = defaultRetryDelaysMs,
  disableAfterMs = 5 * dayMs,
  ...parts
}) => {
  const { database, routing, bodies } = parts
  const db = database.everything
  const metrics = createMetrics(registry, {
    oldestQueued: () => store.oldestQueued(db),
    failing: () => store.failingDestinations(db, new Date(getNowMs() - patienceMs)),
    disabled: () => store.selectDisabledDestinations(db),
  })
  let engine: Engine | undefined
  return {
    emitter: createEmitter({ database, routing, metrics, bodies, engine: () => engine }),
    async start(processes) {
      const policy = { retryDelaysMs, disableAfterMs }
      engine = await startEngine({ ...parts, processes, metrics, policy })
    },
    async stop() {
      const stopping = engine
      await stopping?.stop()
      engine = undefined
    },
    wake: () => engine?.wake(),
    async deleteExpired(olderThan) {
      await inBatches((atMost) => removeVersions(db, { atMost }))
      for (const table of ['delivery_hours', 'installation_hours'] as const) {
        await inBatches((atMost) => removeHours(db, table, { before: olderThan, atMost }))
      }
      await inBatches((atMost) => removeUsage(db, { before: cutOff(usageDays), atMost }))
    },
  }
}
