import type { EventId, ProjectId } from '@platform/contract'
import type { MessageLogUse } from '@platform/kernel/jobs/processes'
import { type LogPage, type LogPlace, MessageLogError } from './message-log.ts'
import type { Database } from '@platform/kernel/db/database'
import { findStreams } from './log-store.ts'

/** An event as far as its body is concerned. */
export interface StoredBody {
  id: EventId
  projectId: ProjectId
  /** Null if it is in the message log. */
  body: string | null
  logPlace?: LogPlace | null | undefined
}

/** Where the bodies of messages are: with their events in PostgreSQL, or in a message log. */
export interface MessageBodies {
  use: MessageLogUse
  /** Returns how many messages of an entry have one row together; Infinity if none do. */
  minInPage(): number
  /**
   * Stores a page of bodies before the transaction of its messages, and returns the place of each;
   * undefined if bodies are stored with their events. A page without a transaction is removed.
   */
  store(page: LogPage): Promise<LogPlace[] | undefined>
  /**
   * Returns the bodies of events. Those that the log does not contain any more are missing.
   * @throws MessageLogError if the log does not answer
   */
  of(events: readonly StoredBody[]): Promise<Map<EventId, string>>
}

export const isInLog = ({ body, logPlace }: StoredBody): boolean =>
  body === null && typeof logPlace === 'string'

/** Returns the bodies that are stored with their events. */
export const bodiesWithin = (events: readonly StoredBody[]): Map<EventId, string> =>
  new Map(events.flatMap(({ id, body }) => (body === null ? [] : [[id, body]])))

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
