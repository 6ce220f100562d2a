import { sleep } from '@platform/kernel/values/sleep'
import { closeClient } from '@platform/kernel/db/close-client'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import { recordResults, type Result } from './hot-store.ts'
import { openForBatches } from './open-for-batches.ts'

/** Writes the outcomes of messages to the tables in batches. */
export interface Recorder {
  record(result: Result): void
  /** Resolves when everything given so far is recorded. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * How long results are collected, unless there are enough: each commit of results delays one of
 * events. Results collected when a process is killed are sent again.
 */
const gatherMs = 50
const enough = 125
const mostAtOnce = 1000
const retryMs = 500

/**
 * Uses one dedicated connection and one flush at a time. While the database is unavailable, results
 * wait in memory.
 */
export function createRecorder(
  database: Database,
  log: Logger,
  recorded: (results: readonly Result[]) => void,
): Recorder {
  let waiting: Result[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let isClosed = false

  const connect = async () => {
    const opened = await openForBatches(database)
    opened.on('end', () => {
      if (client === opened) client = undefined
    })
    client = opened
    return opened
  }

  const writeOnce = async (batch: readonly Result[]) => {
    for (const holder of new Set(batch.map(({ message }) => message.holder))) {
      const groups: Record<'delivered' | 'held' | 'queued', Result[]> = {
        delivered: [],
        held: [],
        queued: [],
      }
      for (const result of batch) {
        if (result.message.holder === holder) groups[groupOf(result)].push(result)
      }
      await recordResults(client ?? (await connect()), holder, groups)
    }
  }

  const write = async () => {
    do {
      const batch = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      try {
        await writeOnce(batch)
        recorded(batch)
      } catch (error) {
        log.warn({ err: error }, 'cannot record deliveries; retrying')
        waiting = [...batch, ...waiting]
        void closeClient(client)
        client = undefined
        if (isClosed) throw error
        await sleep(retryMs)
      }
    } while (waiting.length >= enough)
  }

  const start = () => {
    clearTimeout(timer)
    timer = undefined
    writing ??= write().finally(() => {
      writing = undefined
      if (waiting.length > 0) schedule()
    })
    return writing
  }
  const startUnwatched = () => {
    // The failure is logged where it occurs, and `flush` reports it.
    start().catch(() => {})
  }
  const schedule = () => {
    if (writing) return
    if (waiting.length >= enough) startUnwatched()
    else timer ??= setTimeout(startUnwatched, gatherMs)
  }

  return {
    record(result) {
      waiting.push(result)
      schedule()
    },
    async flush() {
      while (waiting.length > 0 || writing) await start()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await closeClient(client)
    },
  }
}

const groupOf = ({ message, status }: Result) =>
  message.fromQueue ? 'queued' : status === 'delivered' ? 'delivered' : 'held'
