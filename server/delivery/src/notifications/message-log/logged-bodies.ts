import type { Logger } from 'pino'
import type { EventId } from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import type { MessageLogUse } from '@platform/kernel/jobs/processes'
import { must } from '@platform/kernel/values'
import { bodiesWithin, isInLog, type MessageBodies, type StoredBody } from './bodies.ts'
import { beginToUse, findPlaces, type StreamOwner } from './log-store.ts'
import type { MessageLog } from './message-log.ts'
import type { StreamClaims } from './stream-claims.ts'

/** How often to check whether all engines can read the log, and whose streams they are. */
const checkAgainMs = 5_000

/**
 * Bodies in a message log. Pages are written there as soon as every engine of the database can read
 * it; from then on the database rejects others. While it is unknown whether the streams belong to this
 * database, and while they belong to another, pages are stored in PostgreSQL.
 */
export function createLoggedBodies(
  database: Database,
  log: MessageLog,
  {
    use,
    streams,
    logger,
    claims,
    minInPage = 8,
    now = () => performance.now(),
  }: {
    use: Exclude<MessageLogUse, 'off'>
    streams: readonly string[]
    logger: Logger
    claims: StreamClaims
    /** Pages of fewer messages have a row per message: moving such a page to rows would cost more. */
    minInPage?: number | undefined
    /** Monotonic clock. */
    now?: () => number
  },
): MessageBodies {
  let isInUse = false
  let hasPages = false
  let state: keyof typeof reports | undefined
  let nextCheck = -Infinity
  let checking: Promise<void> | undefined

  const findState = async (): Promise<keyof typeof reports> => {
    if (!isInUse || !hasPages) {
      ;({ isInUse, hasPages } = await beginToUse(database.everything, streams))
    }
    return isInUse ? claims.findOwner() : 'unread'
  }

  const check = async () => {
    const found = await findState()
    // After a failure, the next page checks again.
    nextCheck = now() + checkAgainMs
    if (found === state) return
    state = found
    const [level, text] = reports[found]
    logger[level]({ streams }, text)
  }

  return {
    use,
    minInPage: () => (hasPages ? minInPage : Infinity),
    async store(page) {
      if (use !== 'on' || page.messages.length === 0) return undefined
      if (now() >= nextCheck) await (checking ??= check().finally(() => (checking = undefined)))
      if (state !== 'this database') return undefined
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

const reports = {
  'this database': ['info', 'messages of reads are stored in the message log'],
  unread: ['info', 'other engines do not read the message log yet: messages stay in PostgreSQL'],
  unknown: [
    'info',
    'PostgreSQL was restarted: messages stay there until no other database has claimed the streams of the message log for two and a half minutes',
  ],
  'another database': [
    'error',
    'the streams of the message log belong to another database: messages stay in PostgreSQL; see “A copy of the database” in docs/message-log.md',
  ],
} as const satisfies Record<StreamOwner | 'unread', readonly ['info' | 'error', string]>

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
