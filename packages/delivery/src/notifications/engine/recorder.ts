import { sleep } from '@platform/kernel/values/sleep'
import { closeClient } from '@platform/kernel/db/close-client'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import { recordPages, unpackPages, type MessagePage } from '../message-log/message-pages.ts'
import { recordResults, type Result } from './hot-store.ts'
import { getFirst } from '@platform/kernel/values/must'
import { openForBatches } from './open-for-batches.ts'
import { createPageResults } from './page-results.ts'

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
const maxAtOnce = 1000
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
  /** Pages whose results are waiting and need rows. */
  const toUnpack: MessagePage[] = []
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
        if (result.message.holder === holder) groups[chooseGroup(result)].push(result)
      }
      await recordResults(client ?? (await connect()), holder, groups)
    }
  }

  /** Moves pages to rows before results are recorded there. */
  const unpack = async () => {
    const { length } = toUnpack
    await unpackPages(client ?? (await connect()), toUnpack.slice(0, length))
    toUnpack.splice(0, length)
  }

  /** Records results of pages in their rows. */
  const writePages = async () => {
    for (let writes = pages.take(); writes.length > 0; writes = pages.take()) {
      const { holder } = getFirst(writes).page
      let recordedPages: Set<MessagePage>
      try {
        recordedPages = await recordPages(client ?? (await connect()), holder, writes)
      } catch (error) {
        pages.failed(writes)
        throw error
      }
      for (const one of writes) {
        const isRecorded = recordedPages.has(one.page)
        if (isRecorded) recorded(one.results)
        pages.written(one, isRecorded)
      }
    }
  }

  const write = async () => {
    do {
      let batch: Result[] = []
      try {
        await writePages()
        // Checked again without an interruption before results are taken.
        while (toUnpack.length > 0) await unpack()
        batch = waiting.slice(0, maxAtOnce)
        waiting = waiting.slice(maxAtOnce)
        if (batch.length > 0) {
          await writeOnce(batch)
          recorded(batch)
        }
      } catch (error) {
        log.warn({ err: error }, 'cannot record deliveries; retrying')
        waiting = [...batch, ...waiting]
        void closeClient(client)
        client = undefined
        if (isClosed) throw error
        await sleep(retryMs)
      }
    } while (count() >= enough)
  }

  const count = () => waiting.length + pages.count()

  const start = () => {
    clearTimeout(timer)
    timer = undefined
    writing ??= write().finally(() => {
      writing = undefined
      if (count() > 0) schedule()
    })
    return writing
  }
  const startUnwatched = () => {
    // The failure is logged where it occurs, and `flush` reports it.
    start().catch(() => {})
  }
  const schedule = () => {
    if (writing) return
    if (count() >= enough) startUnwatched()
    else timer ??= setTimeout(startUnwatched, gatherMs)
  }

  const pages = createPageResults({
    ready: () => schedule(),
    unpack(page, results) {
      toUnpack.push(page)
      wait(results)
    },
    inRows: (results) => wait(results),
  })
  const wait = (results: readonly Result[]) => {
    waiting.push(...results)
    schedule()
  }

  return {
    record(result) {
      const { page } = result.message
      if (page) pages.add(page, result)
      else wait([result])
    },
    async flush() {
      pages.takeAll()
      while (count() > 0 || writing) await start()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await closeClient(client)
    },
  }
}

const chooseGroup = ({ message, status }: Result) =>
  message.fromQueue ? 'queued' : status === 'delivered' ? 'delivered' : 'held'
