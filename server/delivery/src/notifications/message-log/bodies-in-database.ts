import type { Database } from '@platform/kernel/db/database'
import { bodiesWithin, isInLog, type MessageBodies } from './bodies.ts'
import { findStreams } from './log-store.ts'
import { MessageLogError } from './message-log.ts'

/**
 * Bodies of a server without a message log. If the database uses none, bodies that were in a log are
 * lost: draining it moved all others.
 */
export const createBodiesInDatabase = (database: Database): MessageBodies => ({
  use: 'off',
  minInPage: () => Infinity,
  async store() {
    return undefined
  },
  async of(events) {
    if (events.some(isInLog) && (await findStreams(database.everything)).length > 0) {
      throw new MessageLogError(
        'settings',
        'The message is in a message log. Set PLATFORM_LOG for this process.',
      )
    }
    return bodiesWithin(events)
  },
})
