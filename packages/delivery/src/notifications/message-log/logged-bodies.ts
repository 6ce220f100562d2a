import type { Logger } from 'pino'
import type { EventId } from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import type { MessageLogUse } from '@platform/kernel/jobs/processes'
import { must } from '@platform/kernel/values/must'
import { bodiesWithin, isInLog, type MessageBodies, type StoredBody } from './bodies.ts'
import { beginToUse, findPlaces } from './log-store.ts'
import type { MessageLog } from './message-log.ts'
import { getNowMs } from '@platform/kernel/values/database-clock'

/** How often to check whether all engines can read the log. */
const checkAgainMs = 5_000

/**
 * Bodies in a message log. Pages are written there as soon as every engine of the database can read
 * it; from then on the database rejects others.
 */
export function createLoggedBodies(
  database: Database,
  log: MessageLog,
  {
    use,
    streams,
    logger,
    minInPage = 8,
  }: {
    use: Exclude<MessageLogUse, 'off'>
    streams: readonly string[]
    logger: Logger
    /** Pages of fewer messages have a row per message: moving such a page to rows would cost more. */
    minInPage?: number | undefined
  },
): MessageBodies {
  let isInUse = false
  let hasPages = false
  let nextCheck = 0
  let checking: Promise<boolean> | undefined

  const check = async (): Promise<boolean> => {
    if (getNowMs() < nextCheck) return isInUse
    nextCheck = getNowMs() + checkAgainMs
    const wasInUse = isInUse
    ;({ isInUse, hasPages } = await beginToUse(database.everything, streams))
    if (wasInUse) return isInUse
    if (isInUse) logger.info('messages of reads are stored in the message log')
    else logger.info('other engines do not read the message log yet: messages stay in PostgreSQL')
    return isInUse
  }

  return {
    use,
    minInPage: () => (hasPages ? minInPage : Infinity),
    async store(page) {
      if (use !== 'on' || page.messages.length === 0) return undefined
      if (!isInUse || !hasPages) {
        checking ??= check().finally(() => (checking = undefined))
        await checking
        if (!isInUse) return undefined
      }
      const entries = await log.append(page)
      return entries.flatMap(({ place, messages }) => Array.from({ length: messages }, () => place))
    },
    async of(events) {
      const bodies = bodiesWithin(events)
      await readInto(bodies, log, events.filter(isInLog))
      const missing = events.filter(({ id }) => !bodies.has(id))
      // Entries are replaced when messages are erased, and moved to PostgreSQL.
      for (const [projectId, ofProject] of Map.groupBy(missing, (event) => event.projectId)) {
        const ids = ofProject.map(({ id }) => id)
        const moved = await findPlaces(database.tenant(projectId), ids)
        for (const [id, body] of bodiesWithin(moved)) bodies.set(id, body)
        await readInto(bodies, log, moved.filter(isInLog))
      }
      return bodies
    },
  }
}

/** Reads bodies from the log, each entry once. */
async function readInto(
  bodies: Map<EventId, string>,
  log: MessageLog,
  events: readonly StoredBody[],
): Promise<void> {
  const wanted = new Set<string>(events.map(({ id }) => id))
  const entries = Map.groupBy(events, ({ projectId, logPlace }) => `${projectId} ${logPlace}`)
  await Promise.all(
    [...entries.values()].map(async ([first]) => {
      const { projectId, logPlace } = must(first, 'event of the entry')
      const messages = await log.read(projectId, must(logPlace, 'place of the event'))
      for (const { id, body } of messages ?? []) {
        if (wanted.has(id)) bodies.set(id as EventId, body)
      }
    }),
  )
}
