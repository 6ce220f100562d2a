import type { Database } from '@platform/kernel/db/database'
import { isDatabaseAway } from '@platform/kernel/db/errors'
import { sleep } from '@platform/kernel/values'
import type { StreamWriter } from '@platform/sinks/sink'
import type { Announcements } from './announcements.ts'
import { appendMessages } from './stream-store.ts'

/** How long messages wait for the database before their attempt has failed. */
const maxOutageMs = 60_000
const tryEveryMs = 250

/**
 * Creates what appends messages to streams in the database, and announces them. An outage of the database is no
 * failure of the destination: it uses up no attempts, and is not described to tenants.
 */
export const createStreamWriter = (
  database: Pick<Database, 'tenant'>,
  announcements: Announcements,
  { maxWaitMs = maxOutageMs } = {},
): StreamWriter => ({
  async append({ id, projectId }, events) {
    const until = performance.now() + maxWaitMs
    for (;;) {
      try {
        await appendMessages(database.tenant(projectId), { destinationId: id, projectId, events })
        break
      } catch (cause) {
        if (!isDatabaseAway(cause)) throw cause
        if (performance.now() >= until) {
          throw new Error('The server could not store the message. It tries again.', { cause })
        }
        await sleep(tryEveryMs)
      }
    }
    announcements.announce(projectId, id)
  },
})
