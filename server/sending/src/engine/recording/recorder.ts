import { getFirst, sleep } from '@platform/kernel/values'
import { closeClient } from '@platform/kernel/db/client'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import {
  recordPages,
  unpackPages,
  type MessagePage,
} from '@platform/delivery/notifications/message-log/message-pages'
import { recordResults, type Result } from '../queue/hot-store.ts'
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
 * How long results are collected, unless there are enough or one is awaited: each commit of results delays one of
 * events. Results collected when a process is killed are sent again.
 */
const gatherMs = 50
const flushAt = 125
const maxAtOnce = 1000
const retryMs = 500

export function createRecorder(
  database: Database,
  log: Logger,
  recorded: (results: readonly Result[]) => void,
): Recorder {
  return new BatchRecorder(database, log, recorded)
}

/**
 * Uses one dedicated connection and one flush at a time. While the database is unavailable, results
 * wait in memory.
 */
class BatchRecorder implements Recorder {
  private readonly database: Database
  private readonly log: Logger
  private readonly recorded: (results: readonly Result[]) => void
  private waiting: Result[] = []
  /** Pages whose results are waiting and need rows. */
  private readonly toUnpack: MessagePage[] = []
  private readonly pages = createPageResults({
    ready: () => this.schedule(),
    unpack: (page, results) => {
      this.toUnpack.push(page)
      this.wait(results)
    },
    inRows: (results) => this.wait(results),
  })
  private writing: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private client: pg.Client | undefined
  private isClosed = false

  constructor(database: Database, log: Logger, recorded: (results: readonly Result[]) => void) {
    this.database = database
    this.log = log
    this.recorded = recorded
  }

  record(result: Result): void {
    const { page } = result.message
    if (page) this.pages.add(page, result)
    else this.wait([result])
  }

  async flush(): Promise<void> {
    this.pages.takeAll()
    while (this.count() > 0 || this.writing) await this.start()
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await closeClient(this.client)
  }

  private wait(results: readonly Result[]): void {
    this.waiting.push(...results)
    this.schedule()
  }

  private count(): number {
    return this.waiting.length + this.pages.count()
  }

  private schedule(): void {
    if (this.writing) return
    const isAwaited = this.waiting.some(({ message }) => message.isAwaited)
    if (isAwaited || this.count() >= flushAt) this.startUnwatched()
    else this.timer ??= setTimeout(() => this.startUnwatched(), gatherMs)
  }

  private startUnwatched(): void {
    // The failure is logged where it occurs, and `flush` reports it.
    this.start().catch(() => {})
  }

  private start(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing ??= this.write().finally(() => {
      this.writing = undefined
      if (this.count() > 0) this.schedule()
    })
    return this.writing
  }

  private async write(): Promise<void> {
    do {
      let batch: Result[] = []
      try {
        await this.writePages()
        // Checked again without an interruption before results are taken.
        while (this.toUnpack.length > 0) await this.unpack()
        batch = this.waiting.slice(0, maxAtOnce)
        this.waiting = this.waiting.slice(maxAtOnce)
        if (batch.length > 0) {
          await this.writeOnce(batch)
          this.recorded(batch)
        }
      } catch (error) {
        this.log.warn({ err: error }, 'cannot record deliveries; retrying')
        this.waiting = [...batch, ...this.waiting]
        void closeClient(this.client)
        this.client = undefined
        if (this.isClosed) throw error
        await sleep(retryMs)
      }
    } while (this.count() >= flushAt)
  }

  private async writeOnce(batch: readonly Result[]): Promise<void> {
    for (const holder of new Set(batch.map(({ message }) => message.holder))) {
      const groups: Record<'delivered' | 'held' | 'queued', Result[]> = {
        delivered: [],
        held: [],
        queued: [],
      }
      for (const result of batch) {
        if (result.message.holder === holder) groups[chooseGroup(result)].push(result)
      }
      await recordResults(await this.connect(), holder, groups)
    }
  }

  /** Moves pages to rows before results are recorded there. */
  private async unpack(): Promise<void> {
    const { length } = this.toUnpack
    await unpackPages(await this.connect(), this.toUnpack.slice(0, length))
    this.toUnpack.splice(0, length)
  }

  /** Records results of pages in their rows. */
  private async writePages(): Promise<void> {
    const { pages } = this
    for (let writes = pages.take(); writes.length > 0; writes = pages.take()) {
      const { holder } = getFirst(writes).page
      let recordedPages: Set<MessagePage>
      try {
        recordedPages = await recordPages(await this.connect(), holder, writes)
      } catch (error) {
        pages.failed(writes)
        throw error
      }
      for (const one of writes) {
        const isRecorded = recordedPages.has(one.page)
        if (isRecorded) this.recorded(one.results)
        pages.written(one, isRecorded)
      }
    }
  }

  private async connect(): Promise<pg.Client> {
    if (this.client) return this.client
    const opened = await openForBatches(this.database)
    opened.on('end', () => {
      if (this.client === opened) this.client = undefined
    })
    this.client = opened
    return opened
  }
}

const chooseGroup = ({ message, status }: Result) =>
  message.fromQueue ? 'queued' : status === 'delivered' ? 'delivered' : 'held'
