import { sql, type Expression } from 'kysely'
import { hearDatabaseTime } from '../values/database-clock.ts'
import { repeatUntil, type Repeating } from '../values/sleep.ts'
import type { AcrossTenants } from './database.ts'

/** Work that waits in a table until it is due. */
export interface DueWork {
  /** Its column in the statement. */
  name: string
  /** Builds an expression for the earliest due time; null without work. */
  dueTime(db: AcrossTenants): Expression<unknown>
  /** Called when the work is due. */
  wake(): void
  /** Called when the database could not be asked, before it is asked again. */
  failed(error: unknown): void
}

export interface DueWorkWatch {
  /** Wakes the work whenever it is due. Returns a function that ends this. */
  add(work: DueWork): () => void
  stop(): Promise<void>
}

/**
 * Default interval of the statement: the longest delay of work whose notification was lost, or that
 * was stored after the last look.
 */
const defaultLookEveryMs = 5_000
/** Interval of asking for the time alone, in a process without such work. */
const clockEveryMs = 60_000
/** Retry interval when the database is unavailable. */
const againMs = 1_000

/**
 * Looks for due work of all kinds by one statement every five seconds, so that an idle process does
 * not poll for each kind. What becomes due before the next statement is woken at its time.
 */
export function watchDueWork(
  everything: () => AcrossTenants,
  { lookEveryMs = defaultLookEveryMs }: { lookEveryMs?: number | undefined } = {},
): DueWorkWatch {
  const stopping = new AbortController()
  const timers = new Map<DueWork, NodeJS.Timeout | undefined>()
  let looking: Repeating | undefined

  const look = async (): Promise<number> => {
    const looked = [...timers.keys()]
    if (looked.length === 0) return lookEveryMs
    try {
      const askedAt = performance.now()
      const { [clockColumn]: now, ...dueIn } = await findDueWork(everything(), looked)
      if (typeof now === 'number') hearDatabaseTime(now, askedAt)
      for (const work of looked) {
        const ms = dueIn[work.name]
        if (typeof ms === 'number' && ms < lookEveryMs) wakeIn(work, Math.max(0, ms))
      }
      return lookEveryMs
    } catch (error) {
      for (const work of looked) if (timers.has(work)) work.failed(error)
      return againMs
    }
  }
  const wakeIn = (work: DueWork, ms: number) => {
    if (!timers.has(work)) return
    clearTimeout(timers.get(work))
    timers.set(
      work,
      setTimeout(() => work.wake(), ms),
    )
  }

  const askForTime = () => {
    // The next round asks again.
    if (timers.size === 0) void findTime(everything()).catch(() => {})
  }
  const asking = setInterval(askForTime, clockEveryMs).unref()

  return {
    add(work) {
      timers.set(work, undefined)
      looking ??= repeatUntil(stopping.signal, look, { firstInMs: lookEveryMs, ref: false })
      return () => {
        clearTimeout(timers.get(work))
        timers.delete(work)
      }
    },
    async stop() {
      stopping.abort()
      clearInterval(asking)
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      await looking?.ended
    },
  }
}

const clockColumn = 'databaseTime'

async function findTime(db: AcrossTenants): Promise<void> {
  const askedAt = performance.now()
  const { [clockColumn]: now } = await findDueWork(db, [])
  if (typeof now === 'number') hearDatabaseTime(now, askedAt)
}

/**
 * Returns in how many milliseconds each kind of work is due, null without work; and the time of the
 * database.
 */
const findDueWork = (
  db: AcrossTenants,
  works: readonly DueWork[],
): Promise<Record<string, number | null>> =>
  db
    .selectNoFrom([
      ...works.map(({ name, dueTime }) =>
        sql<number | null>`(extract(epoch from ${dueTime(db)} - now()) * 1000)::float8`.as(name),
      ),
      sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`.as(clockColumn),
    ])
    .executeTakeFirstOrThrow()
