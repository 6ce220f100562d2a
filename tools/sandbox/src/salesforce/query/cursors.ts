import { SalesforceError } from '../org/errors.ts'
import type { SoqlResult } from './query.ts'

interface Cursor {
  result: SoqlResult
  pageSize: number
  apiVersion: string
}

export interface QueryPage {
  totalSize: number
  done: boolean
  nextRecordsUrl?: string
  records: Record<string, unknown>[]
}

/** As at Salesforce, where the oldest cursor of a user expires when an eleventh is opened. */
const maxOpen = 10
/** Finished cursors that are kept for repeated requests of the last page. */
const maxKept = 40

/** Query results with more than one page. */
export class Cursors {
  readonly #open = new Map<string, Cursor>()
  readonly #finished = new Map<string, Cursor>()
  #opened = 0

  /** Returns the first page, and a cursor if there are more. */
  first(result: SoqlResult, options: { pageSize: number; apiVersion: string }): QueryPage {
    if (result.rows) return { totalSize: result.total, done: true, records: result.rows }
    const cursor = { result, ...options }
    if (result.indexes.length <= options.pageSize) return page('', cursor, 0)

    this.#opened += 1
    const locator = `01gSb${String(this.#opened).padStart(10, '0')}AAA`
    this.#open.set(locator, cursor)
    evictOldest(this.#open, maxOpen)
    return page(locator, cursor, 0)
  }

  /** Returns the page of a `nextRecordsUrl`. */
  at(locatorAndOffset: string): QueryPage {
    const [locator = '', offset = ''] = locatorAndOffset.split('-')
    const cursor = this.#open.get(locator) ?? this.#finished.get(locator)
    if (!cursor || !/^\d+$/.test(offset)) throw invalidLocator()

    const found = page(locator, cursor, Number(offset))
    if (found.done && this.#open.delete(locator)) {
      this.#finished.set(locator, cursor)
      evictOldest(this.#finished, maxKept)
    }
    return found
  }

  clear(): void {
    this.#open.clear()
    this.#finished.clear()
  }
}

export const invalidLocator = () =>
  new SalesforceError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator')

function evictOldest(cursors: Map<string, Cursor>, max: number): void {
  for (const locator of cursors.keys()) {
    if (cursors.size <= max) return
    cursors.delete(locator)
  }
}

function page(locator: string, cursor: Cursor, offset: number): QueryPage {
  const { result, pageSize, apiVersion } = cursor
  const end = offset + pageSize
  const done = end >= result.indexes.length
  return {
    totalSize: result.total,
    done,
    ...(done ? {} : { nextRecordsUrl: `/services/data/v${apiVersion}/query/${locator}-${end}` }),
    records: result.indexes.slice(offset, end).map(result.write),
  }
}
