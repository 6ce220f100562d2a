import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import { cutOff, inBatches } from '@platform/kernel/db/retention'
import { earliestId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { getNowMs, must } from '@platform/kernel/values'
import type { StoredBody } from './bodies.ts'
import { spareDays } from './database-streams.ts'
import * as store from './log-store.ts'
import type { LogEntryRow } from './log-store.ts'
import type { LogMessage, MessageLog } from './message-log.ts'
import { createStreamClaims, isForeignClaim, type StreamClaims } from './stream-claims.ts'

const atOnce = 100
/** Entries without a transaction are removed after this: no transaction takes as long. */
const unknownAfterMs = 20 * 60_000

/**
 * Keeps the log in step with PostgreSQL. Every step may be interrupted, repeated, and carried out by
 * several processes at once.
 */
export interface LogUpkeep {
  /** Removes messages from the log that were erased in PostgreSQL. */
  removeErased(): Promise<void>
  /** Removes entries whose transaction was rolled back. */
  sweep(options?: { olderThanMs?: number }): Promise<void>
  /** Moves messages that outlive their retention to PostgreSQL, and forgets expired entries. */
  expire(): Promise<void>
  /** Moves all messages to PostgreSQL. Returns whether the log is not in use any more. */
  drain(): Promise<boolean>
}

export function createLogUpkeep({
  database,
  log,
  retentionDays,
  logger,
  now,
  claims: given,
}: {
  database: Database
  log: MessageLog
  retentionDays: number
  logger: Logger
  /** Monotonic clock of the claims. */
  now?: () => number
  /** The claims of this process, if it also stores messages. */
  claims?: StreamClaims
}): LogUpkeep {
  const everything = database.everything
  const claims = given ?? createStreamClaims(everything, log, { ...(now && { now }) })

  const moveToDatabase = async (entry: LogEntryRow, messages: readonly LogMessage[]) =>
    inTransaction(database.tenant(entry.projectId), async (tx) => {
      await store.lockEntry(tx, entry)
      await store.storeWithEvents(tx, entry, messages)
      await store.markMoved(tx, entry)
    })

  const removeErased = async () => {
    if (!(await claims.renew())) return
    for (let found = atOnce; found === atOnce;) {
      const entries = await store.findStale(everything, atOnce)
      for (const entry of entries) await removeErasedFrom(database, log, entry)
      found = entries.length
    }
  }

  /** Entries in streams of another database are its own: only the rows about them are deleted. */
  const removeMoved = async () => {
    try {
      await removeErased()
    } catch (error) {
      if (!isForeignClaim(error)) throw error
      for (let found = atOnce; found === atOnce;) {
        const entries = await store.findStale(everything, atOnce)
        for (const entry of entries) {
          await moveToDatabase(entry, (await log.read(entry.projectId, entry.place)) ?? [])
          await store.deleteEntry(database.tenant(entry.projectId), entry)
        }
        found = entries.length
      }
    }
  }

  return {
    removeErased,
    async sweep({ olderThanMs = unknownAfterMs } = {}) {
      if (!(await claims.renew())) return
      const before = new Date(getNowMs() - olderThanMs)
      for (const { stream, sweptSequence } of await store.findStreams(everything)) {
        let after = sweptSequence
        for (let found = atOnce; found === atOnce;) {
          const entries = await log.list(stream, { after, before, atMost: atOnce })
          const unknown = new Set(
            await store.findUnknown(
              everything,
              entries.map(({ place }) => place),
            ),
          )
          for (const { projectId, place, sequence } of entries) {
            if (unknown.has(place)) await log.remove(projectId, place)
            after = sequence
          }
          await store.storeSweep(everything, stream, after)
          found = entries.length
          if (unknown.size > 0) {
            logger.info(
              { stream, entries: unknown.size },
              'removed entries that were not committed',
            )
          }
        }
      }
    },
    async expire() {
      const before = cutOff(retentionDays)
      let after = earliestId('evt', 0)
      for (let found = atOnce; found === atOnce;) {
        const events = await store.findOutliving(everything, { after, before, atMost: atOnce })
        after = events.at(-1)?.id ?? after
        for (const [place, ofEntry] of Map.groupBy(events, getLogPlace)) {
          const { projectId } = must(ofEntry[0], 'event of the entry')
          const ids = new Set<string>(ofEntry.map(({ id }) => id))
          const messages = ((await log.read(projectId, place)) ?? []).filter(({ id }) =>
            ids.has(id),
          )
          const db = database.tenant(projectId)
          await inTransaction(db, (tx) => store.storeWithEvents(tx, { place, projectId }, messages))
        }
        found = events.length
      }
      const gone = cutOff(retentionDays + spareDays)
      await inBatches((atMost) => store.removeEntries(everything, { before: gone, atMost }))
    },
    async drain() {
      for (let found = atOnce; found === atOnce;) {
        const entries = await store.findEntries(everything, atOnce)
        for (const entry of entries) {
          await moveToDatabase(entry, (await log.read(entry.projectId, entry.place)) ?? [])
        }
        await removeMoved()
        found = entries.length
      }
      return store.endUse(everything)
    },
  }
}

const getLogPlace = ({ logPlace }: StoredBody) => must(logPlace, 'place of the event')

/** Replaces an entry by a copy with the messages whose events exist, or removes it. */
async function removeErasedFrom(
  database: Database,
  log: MessageLog,
  entry: LogEntryRow,
): Promise<void> {
  const { place, projectId } = entry
  const db = database.tenant(projectId)
  const ids = ((await log.read(projectId, place)) ?? []).map(({ id }) => id)
  const isWhole = await inTransaction(db, async (tx) => {
    await store.lockEntry(tx, entry)
    const referring = await store.findReferring(tx, entry, ids)
    if (ids.length === 0 || referring.size < ids.length) return false
    await store.keepWhole(tx, entry)
    return true
  })
  if (isWhole) return
  const kept = await store.findReferring(db, entry, ids)
  if (kept.size > 0) {
    const erased = new Set(ids.filter((id) => !kept.has(id)))
    const copy = must(await log.copyWithout(projectId, place, erased), 'copy of the entry')
    await inTransaction(db, async (tx) => {
      await store.lockEntry(tx, entry)
      await store.replaceEntry(tx, entry, { copy, ids: [...kept] })
    })
  }
  await log.remove(projectId, place)
  await store.deleteEntry(db, entry)
}
