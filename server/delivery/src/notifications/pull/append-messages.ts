import type { DestinationId, ProjectId } from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import type { EventRecord } from '../message.ts'
import type { Announcements } from './announcements.ts'
import { appendMessages } from './stream-store.ts'

/** Appends messages to the streams of `pull` destinations. */
export interface StreamWriter {
  /** Stores the messages after those that are stored, in this order; all or none. */
  append(
    stream: { id: DestinationId; projectId: ProjectId },
    events: readonly EventRecord[],
  ): Promise<void>
}

export const createStreamWriter = (
  database: Pick<Database, 'tenant'>,
  announcements: Announcements,
): StreamWriter => ({
  async append({ id, projectId }, events) {
    await appendMessages(database.tenant(projectId), { destinationId: id, projectId, events })
    announcements.announce(projectId, id)
  },
})
