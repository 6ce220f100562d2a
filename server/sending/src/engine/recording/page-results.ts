import type { EventId } from '@platform/contract'
import type { MessagePage } from '@platform/delivery/notifications/message-log/message-pages'
import type { Result } from '../queue/hot-store.ts'

/** Results of a page to write to its row. */
export interface PageWrite {
  page: MessagePage
  /** JSON of the attempts so far, a line per message; empty lines without one. */
  attempts: string
  /** Whether all messages were delivered. */
  isComplete: boolean
  /** Results since the previous write. */
  results: Result[]
}

/** Collects the results of messages in pages, which are recorded in the row of their page. */
export interface PageResults {
  add(page: MessagePage, result: Result): void
  /** Number of results that `take` returns. */
  count(): number
  /** Returns pages of one sender to write. `written` or `failed` follows. */
  take(): PageWrite[]
  /** Whether the page was written; if it was not, its messages have rows by now, or are erased. */
  written(write: PageWrite, isRecorded: boolean): void
  /** It is unknown whether the pages were written. */
  failed(writes: readonly PageWrite[]): void
  /** Makes `take` return all results. */
  takeAll(): void
}

interface PageResultsPorts {
  /** There is something to write. */
  ready(): void
  /** The page is to be moved to rows, where these results are recorded. */
  unpack(page: MessagePage, results: readonly Result[]): void
  /** Results of a page whose messages have rows. */
  inRows(results: readonly Result[]): void
}

/**
 * How long results are collected. When a process is killed, messages without a recorded result are sent
 * again.
 */
const gatherMs = 250

/**
 * A page that is written more often than this is moved to rows: each time, PostgreSQL stores all of its
 * attempts again.
 */
const maxWrites = 8
const maxAtOnce = 50

interface Collected {
  attempts: Map<EventId, string>
  fresh: Result[]
  writes: number
  timer: NodeJS.Timeout | undefined
}

export function createPageResults({ ready, unpack, inRows }: PageResultsPorts): PageResults {
  /** Without a reference to them, pages that another sender has taken over are forgotten. */
  const known = new WeakMap<MessagePage, Collected | 'in rows'>()
  const gathering = new Set<MessagePage>()
  const toWrite = new Set<MessagePage>()

  /** Ends the collection, and returns the results that are not written. */
  const end = (page: MessagePage) => {
    const collected = known.get(page)
    known.set(page, 'in rows')
    gathering.delete(page)
    toWrite.delete(page)
    if (!collected || collected === 'in rows') return []
    clearTimeout(collected.timer)
    return collected.fresh
  }
  const giveUp = (page: MessagePage) => unpack(page, end(page))
  const isReady = (page: MessagePage) => {
    gathering.delete(page)
    toWrite.add(page)
    ready()
  }

  const start = (page: MessagePage): Collected => {
    const collected = {
      attempts: new Map<EventId, string>(),
      fresh: [],
      writes: 0,
      timer: undefined,
    }
    known.set(page, collected)
    return collected
  }
  const isComplete = (page: MessagePage, { attempts }: Collected) =>
    attempts.size === page.ids.length

  return {
    add(page, result) {
      const collected = known.get(page) ?? start(page)
      if (collected === 'in rows') return inRows([result])
      collected.fresh.push(result)
      if (result.status !== 'delivered') return giveUp(page)
      collected.attempts.set(result.message.event.id, result.attempt)
      if (isComplete(page, collected)) {
        clearTimeout(collected.timer)
        isReady(page)
      } else if (!gathering.has(page) && !toWrite.has(page)) {
        gathering.add(page)
        collected.timer = setTimeout(() => {
          if (++collected.writes > maxWrites) giveUp(page)
          else isReady(page)
        }, gatherMs)
      }
    },
    count() {
      let count = 0
      for (const page of toWrite) count += listFresh(known.get(page)).length
      return count
    },
    take() {
      const taken: PageWrite[] = []
      for (const page of toWrite) {
        const collected = known.get(page)
        const isOther = taken[0] !== undefined && taken[0].page.holder !== page.holder
        if (!collected || collected === 'in rows' || isOther) continue
        toWrite.delete(page)
        const attempts = page.ids.map((id) => collected.attempts.get(id) ?? '\n').join('')
        taken.push({
          ...{ page, attempts, results: collected.fresh },
          isComplete: isComplete(page, collected),
        })
        collected.fresh = []
        if (taken.length === maxAtOnce) break
      }
      return taken
    },
    written({ page, results }, isRecorded) {
      if (!isRecorded) inRows([...results, ...end(page)])
    },
    failed(writes) {
      for (const { page, results } of writes) {
        const collected = known.get(page)
        if (!collected || collected === 'in rows') {
          inRows(results)
          continue
        }
        collected.fresh = [...results, ...collected.fresh]
        toWrite.add(page)
      }
    },
    takeAll() {
      for (const page of gathering) {
        clearTimeout((known.get(page) as Collected).timer)
        toWrite.add(page)
      }
      gathering.clear()
    },
  }
}

const listFresh = (collected: Collected | 'in rows' | undefined): readonly Result[] =>
  collected === undefined || collected === 'in rows' ? [] : collected.fresh
