import type { PageParameters } from '@platform/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import { invalidInput } from '../problems/problem.ts'

const nextTokens = new WeakMap<object, string>()

/** Returns the token of the next page of a list made by `paginate`; undefined on the last one. */
export const nextPageToken = (list: object): string | undefined => nextTokens.get(list)

/**
 * Reads one page of a list, newest first, and stores the start of the next one for the `Link`
 * header. Sorted by ID, and therefore by creation: new records come before the first page, so every
 * record appears exactly once. `by` names another unique column if the query uses a different one.
 */
export function paginate<Database, Table extends keyof Database, Row, Item>(
  list: SelectQueryBuilder<Database, Table, Row>,
  page: PageParameters,
  toItem: (row: Row) => Item,
  options: ListOrder = {},
): Promise<Item[]> {
  return paginateAll(list, page, (rows) => rows.map((row) => toItem(row)), options)
}

/** Order of a list, by one or several text columns that are unique together. */
export interface ListOrder {
  by?: string | readonly string[]
  order?: 'asc' | 'desc'
}

/**
 * Returns the order that the query parameter `sort` names: a field, or `-` and a field for
 * descending order.
 */
export function orderBy<Field extends string>(
  sort: Field | `-${Field}`,
  columns: Record<Field, string | readonly string[]>,
): Required<ListOrder> {
  const order = sort.startsWith('-') ? 'desc' : 'asc'
  const field = (order === 'desc' ? sort.slice(1) : sort) as Field
  return { by: columns[field], order }
}

/** Paginates a list whose items are built per page. */
export async function paginateAll<Database, Table extends keyof Database, Row, Item>(
  list: SelectQueryBuilder<Database, Table, Row>,
  page: PageParameters,
  toItems: (rows: Row[]) => Item[] | Promise<Item[]>,
  order: ListOrder = {},
): Promise<Item[]> {
  const { rows, tokenAfter, hasMore } = await readPage(list, page, order)
  const items = await toItems(rows)
  const last = hasMore ? rows.at(-1) : undefined
  if (last) nextTokens.set(items, tokenAfter(last))
  return items
}

interface Matching<Row, Item> {
  toItems: (rows: Row[]) => Item[] | Promise<Item[]>
  matches: (item: Item) => boolean
  /** Identifies an item and the row it was built from. */
  keyOf: (of: Row | Item) => string
  order?: ListOrder
  /** Most rows that are read for one page. */
  maxExamined?: number
}

/** Number of rows that are read at a time in search of matching items. */
const examinedAtOnce = 500

/**
 * Paginates the items of a list that match, if only the built item shows whether it does. A page
 * ends after `maxExamined` rows, so that it can have fewer items than asked for, or none, although
 * more follow.
 */
export async function paginateMatching<Database, Table extends keyof Database, Row, Item>(
  list: SelectQueryBuilder<Database, Table, Row>,
  { pageSize, pageToken }: PageParameters,
  { toItems, matches, keyOf, order = {}, maxExamined = 2_000 }: Matching<Row, Item>,
): Promise<Item[]> {
  const found: Item[] = []
  let next = pageToken
  for (let examined = 0; examined < maxExamined; examined += examinedAtOnce) {
    const batch = { pageSize: Math.min(examinedAtOnce, maxExamined), pageToken: next }
    const { rows, tokenAfter, hasMore } = await readPage(list, batch, order)
    const matching = (await toItems(rows)).filter(matches)
    const taken = matching.slice(0, pageSize - found.length)
    found.push(...taken)
    const left = matching[taken.length]
    const lastTaken = left && taken.at(-1)
    const last = lastTaken ? rows.find((row) => keyOf(row) === keyOf(lastTaken)) : rows.at(-1)
    if (!last || (!hasMore && !left)) return found
    next = tokenAfter(last)
    if (found.length === pageSize) break
  }
  if (next !== undefined) nextTokens.set(found, next)
  return found
}

/** Reads the rows of one page, and returns how to continue after each of them. */
async function readPage<Database, Table extends keyof Database, Row>(
  list: SelectQueryBuilder<Database, Table, Row>,
  { pageSize, pageToken }: PageParameters,
  { by = 'id', order = 'desc' }: ListOrder,
): Promise<{ rows: Row[]; hasMore: boolean; tokenAfter: (row: Row) => string }> {
  const names = [by].flat()
  const columns = names.map((name) => sql.ref<string>(name))
  // Tokens of the usual order are those of earlier versions.
  const sorting = names.length === 1 && order === 'desc' ? undefined : `${order} ${names.join()}`
  const after =
    pageToken === undefined ? undefined : parsePosition(pageToken, sorting, names.length)
  const place = sql.join(columns)
  const rows = await columns
    .reduce((query, column) => query.orderBy(column, order), list)
    .select(sql<string>`jsonb_build_array(${place})::text`.as('pageCursor'))
    .$if(after !== undefined, (next) =>
      next.where(
        sql<boolean>`(${place}) ${order === 'desc' ? sql`<` : sql`>`} (${sql.join(after ?? [])})`,
      ),
    )
    .limit(pageSize + 1)
    .execute()
    .catch((error: { code?: string }) => {
      // The token is well-formed but its value is invalid for the column, so it was not created
      // here.
      throw error.code === '22P02' ? invalidToken(pageToken) : error
    })
  return {
    rows: rows.slice(0, pageSize),
    hasMore: rows.length > pageSize,
    tokenAfter: (row) => makePageToken((row as Row & { pageCursor: string }).pageCursor, sorting),
  }
}

/** Returns the token of a position, given as a JSON list of its values. */
function makePageToken(position: string, sorting: string | undefined): string {
  if (sorting !== undefined) return encodeText(`${sortedVersion}${sorting}\n${position}`)
  return toPageToken(String((JSON.parse(position) as unknown[])[0]))
}

/** Parses a position of a list in the same order. */
function parsePosition(token: string, sorting: string | undefined, count: number): string[] {
  if (sorting === undefined) return [parsePageToken(token)]
  const text = Buffer.from(token, 'base64url').toString()
  const head = `${sortedVersion}${sorting}\n`
  const position = text.startsWith(head) ? positions(text.slice(head.length)) : undefined
  const isOurs = position?.length === count && encodeText(text) === token
  if (!isOurs || position.some((value) => value.includes('\0'))) throw invalidToken(token)
  return position
}

function positions(json: string): string[] | undefined {
  try {
    const found: unknown = JSON.parse(json)
    return Array.isArray(found) && found.every((value) => typeof value === 'string')
      ? found
      : undefined
  } catch {
    // Not created here.
    return undefined
  }
}

/** Stores the start of the next page for a list not made by `paginate`. */
export function continuesAt<List extends object>(list: List, cursor: string): List {
  nextTokens.set(list, toPageToken(cursor))
  return list
}

/** Returns the `Link` header with the next page. */
export function linkToNext(list: object, url: string): string | undefined {
  const token = nextPageToken(list)
  if (token === undefined) return undefined
  const [path, search] = url.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('pageToken', token)
  return `<${path}?${query}>; rel="next"`
}

const version = 'p1:'
/** Tokens of other orders name their order. */
const sortedVersion = 'p2:'

const encodeText = (text: string): string => Buffer.from(text).toString('base64url')

const toPageToken = (cursor: string): string => encodeText(version + cursor)

/** Parses the start of the page, from `continuesAt` of the previous one. */
export function parsePageToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString()
  const cursor = text.slice(version.length)
  const isOurs = text.startsWith(version) && toPageToken(cursor) === token
  if (!isOurs || cursor.includes('\0')) throw invalidToken(token)
  return cursor
}

/** A token that was not created here. */
export const invalidToken = (value: unknown) =>
  invalidInput({
    in: 'query',
    name: 'pageToken',
    value,
    detail: 'Use a token from the Link header of the previous page.',
  })
