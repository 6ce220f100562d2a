import type { Database } from '@platform/kernel/db/database'
import type { StreamWriter } from '@platform/sinks/sink'
import type { Announcements } from './announcements.ts'
import { appendMessages } from './stream-store.ts'

/** Creates what appends messages to streams in the database, and announces them. */
export const createStreamWriter = (
  database: Pick<Database, 'tenant'>,
  announcements: Announcements,
): StreamWriter => ({
  async append({ id, projectId }, events) {
    await appendMessages(database.tenant(projectId), { destinationId: id, projectId, events })
    announcements.announce(projectId, id)
  },
})
