import {
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { salesforceError } from './errors.ts'
import { addressBytes, maxQueryBytes, splitByBytes } from './soql.ts'
import { isMembers } from '../members.ts'

/**
 * Version of Salesforce's API. Salesforce supports a version for at least three years, and announces
 * its end a year before (developer.salesforce.com, "API End-of-Life Policy").
 */
export const salesforceVersion = '67.0'
export const apiPath = `/services/data/v${salesforceVersion}`

export type SoqlRow = Record<string, unknown> & { Id: string }

export interface SoqlQueryResult {
  /** Number of records of the whole query; undefined if the reply does not contain it. */
  totalSize: number | undefined
  done: boolean | undefined
  records: SoqlRow[]
  /** Number of rows that are no records with an ID, and were left out. */
  unreadable: number
  /** Path of the next page. */
  nextRecordsUrl: string | undefined
}

/** Sends a request and returns the body of a 200 reply; throws a rejection. */
export async function callSalesforce(
  client: ProviderClient,
  request: ProviderRequest,
): Promise<{ body: Record<string, unknown>; response: ProviderResponse }> {
  const response = await client.request(request)
  const { body, status } = response
  if (status !== 200 || !isMembers(body)) {
    throw salesforceError(response)
  }
  return { body, response }
}

export interface SoqlQueryOptions {
  pageSize?: number | undefined
  /** Includes records in the recycle bin. */
  includeDeleted?: boolean | undefined
}

export async function query(client: ProviderClient, soql: string, options: SoqlQueryOptions = {}) {
  const path = `${apiPath}/${options.includeDeleted ? 'queryAll' : 'query'}`
  return queryPage(client, { path, query: { q: soql } }, options.pageSize)
}

/** Returns one page of a query, by the `nextRecordsUrl` of the previous page. */
export async function nextRecords(client: ProviderClient, url: string, pageSize?: number) {
  return queryPage(client, { path: url }, pageSize)
}

async function queryPage(client: ProviderClient, request: ProviderRequest, pageSize = 2000) {
  const batchSize = Math.min(2000, Math.max(200, pageSize))
  const { body, response } = await callSalesforce(client, {
    ...request,
    headers: { 'sforce-query-options': `batchSize=${batchSize}` },
  })
  if (!Array.isArray(body.records)) throw salesforceError(response)
  const result = parseResult(body, body.records)
  if (result.nextRecordsUrl !== undefined && result.nextRecordsUrl === request.path) {
    throw new ProviderError('unavailable', 'Salesforce names the same page as the next one.')
  }
  return { result, response }
}

function parseResult(
  { totalSize, done, nextRecordsUrl }: Record<string, unknown>,
  rows: readonly unknown[],
): SoqlQueryResult {
  const records = rows.filter(isRow)
  return {
    totalSize: Number.isSafeInteger(totalSize) ? Number(totalSize) : undefined,
    done: typeof done === 'boolean' ? done : undefined,
    records,
    unreadable: rows.length - records.length,
    nextRecordsUrl: toOwnPath(nextRecordsUrl),
  }
}

const isRow = (row: unknown): row is SoqlRow => isMembers(row) && typeof row.Id === 'string'

/** Locators are paths; behind a proxy, the host of a link may not be the account's. */
function toOwnPath(link: unknown): string | undefined {
  if (typeof link !== 'string' || link === '') return undefined
  const url = URL.parse(link, 'https://salesforce.invalid')
  return url ? url.pathname + url.search : undefined
}

/**
 * Returns all rows of a query.
 * @throws ProviderError `unavailable` if Salesforce did not return each of them, because a missing row
 * would count as one that does not exist
 */
export async function queryWhole(
  client: ProviderClient,
  soql: string,
  options: SoqlQueryOptions = {},
): Promise<{ rows: SoqlRow[]; unreadable: number; response: ProviderResponse }> {
  const first = await query(client, soql, options)
  const rows = [...first.result.records]
  let { totalSize, unreadable, nextRecordsUrl, done } = first.result
  while (nextRecordsUrl !== undefined) {
    const { result } = await nextRecords(client, nextRecordsUrl, options.pageSize)
    rows.push(...result.records)
    unreadable += result.unreadable
    totalSize ??= result.totalSize
    ;({ nextRecordsUrl, done } = result)
  }
  // A page that is returned twice must not stand for one that is missing.
  const own = [...new Map(rows.map((row) => [row.Id, row])).values()]
  const found = own.length + unreadable
  const isWhole = totalSize === undefined ? done === true : found >= totalSize && done !== false
  if (isWhole) return { rows: own, unreadable, response: first.response }
  const total = totalSize === undefined ? 'more' : String(totalSize)
  throw new ProviderError(
    'unavailable',
    `Salesforce reports ${total} records, and ${found} were returned.`,
  )
}

/**
 * Adds fields to rows that did not fit into the first query. Rows deleted in the meantime are
 * omitted.
 */
export async function completeRows(
  client: ProviderClient,
  {
    rows,
    objectName,
    further,
    includeDeleted,
  }: {
    rows: readonly SoqlRow[]
    objectName: string
    /** What `selectLists` returns. */
    further: readonly string[]
    includeDeleted?: boolean | undefined
  },
): Promise<SoqlRow[]> {
  let complete = [...rows]
  for (const expressions of further) {
    const select = `SELECT Id, ${expressions} FROM ${objectName}`
    complete = await completeBy(client, { rows: complete, select, includeDeleted })
  }
  return complete
}

async function completeBy(
  client: ProviderClient,
  {
    rows,
    select,
    includeDeleted,
  }: { rows: readonly SoqlRow[]; select: string; includeDeleted: boolean | undefined },
): Promise<SoqlRow[]> {
  const ids = rows.map(({ Id }) => `'${Id}'`)
  const byId = new Map<string, SoqlRow>()
  for (const part of splitByBytes(ids, maxQueryBytes - addressBytes(`${select} WHERE Id IN ()`))) {
    if (part.length === 0) continue
    const found = await queryWhole(client, `${select} WHERE Id IN (${part.join(',')})`, {
      includeDeleted,
    })
    if (found.unreadable > 0) throw unreadableSoqlRows(found.unreadable)
    for (const row of found.rows) byId.set(row.Id, row)
  }
  return rows.flatMap((row) => {
    const more = byId.get(row.Id)
    return more ? [mergeRows(row, more)] : []
  })
}

/** The missing rows would count as deleted. */
export const unreadableSoqlRows = (count: number) =>
  new ProviderError('unavailable', `Salesforce returned ${count} rows without an ID.`)

/** Merges two selections of one record, including parents that both select. */
function mergeRows<R extends Record<string, unknown>>(row: R, more: R): R {
  const merged: Record<string, unknown> = { ...row }
  for (const [name, value] of Object.entries(more)) {
    const known = merged[name]
    merged[name] = isQueryObject(known) && isQueryObject(value) ? mergeRows(known, value) : value
  }
  return merged as R
}

const isQueryObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reports whether the error is that this column does not exist. */
export const isMissingColumn = (error: unknown, column: string): boolean =>
  error instanceof ProviderError &&
  error.code === 'INVALID_FIELD' &&
  error.fieldNames.some((name) => name.toLowerCase() === column.toLowerCase())

/** Reports whether the error is that objects of this kind cannot be filtered or sorted by the column. */
export const isUnusableColumn = (error: unknown, column: string): boolean =>
  isMissingColumn(error, column) ||
  (error instanceof ProviderError &&
    (error.code === 'INVALID_FIELD' || error.code === 'MALFORMED_QUERY') &&
    new RegExp(`\\bfield '?${column}'? can ?not be (?:filtered|sorted|ordered)`, 'i').test(
      error.message,
    ))
