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
  options: { by?: string } = {},
): Promise<Item[]> {
  return paginateAll(list, page, (rows) => rows.map((row) => toItem(row)), options)
}

/** Paginates a list whose items are built per page. */
export async function paginateAll<Database, Table extends keyof Database, Row, Item>(
  list: SelectQueryBuilder<Database, Table, Row>,
  { pageSize, pageToken }: PageParameters,
  toItems: (rows: Row[]) => Item[] | Promise<Item[]>,
  { by = 'id' }: { by?: string } = {},
): Promise<Item[]> {
  const column = sql.ref<string>(by)
  const after = pageToken === undefined ? undefined : parsePageToken(pageToken)
  const rows = await list
    .select(sql<string>`${column}::text`.as('pageCursor'))
    .$if(after !== undefined, (next) => next.where(sql<boolean>`${column} < ${after}`))
    .orderBy(column, 'desc')
    .limit(pageSize + 1)
    .execute()
    .catch((error: { code?: string }) => {
      // The token is well-formed but its value is invalid for the column, so it was not created
      // here.
      throw error.code === '22P02' ? invalidToken(pageToken) : error
    })
  const shown = rows.slice(0, pageSize) as (Row & { pageCursor: string })[]
  const items = await toItems(shown)
  if (rows.length > pageSize) nextTokens.set(items, toPageToken(shown.at(-1)!.pageCursor))
  return items
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

const toPageToken = (cursor: string): string => Buffer.from(version + cursor).toString('base64url')

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
