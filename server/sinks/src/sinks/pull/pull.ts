import { toFailure } from '../http-exchange.ts'
import type { SinkType } from '../sink.ts'

/** Stores messages in the order in which they arrive, for consumers that fetch them. */
export const pull: SinkType = {
  type: 'pull',
  isWebhook: false,
  secretsFollow: [],
  validate: () => [],

  open(target, { streams }) {
    const request = { url: `pull:${target.name}`, headers: {} }
    return {
      maxBatch: 1000,
      maxBatchBytes: 16 * 1024 * 1024,
      lingerMs: 0,
      async send(events) {
        try {
          await streams.append(target, events)
          const response = { status: 200, headers: {}, body: '' }
          return events.map(() => ({ succeeded: true, request, response }))
        } catch (error) {
          return events.map(() => ({ succeeded: false, ...toFailure(error as Error), request }))
        }
      },
      close() {},
    }
  },
}
