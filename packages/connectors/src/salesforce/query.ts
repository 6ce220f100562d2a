import {
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { salesforceError } from './errors.ts'
import { addressBytes, maxQueryBytes, splitByBytes } from './soql.ts'
import { isMembers } from '../members.ts'

export const apiPath = '/services/data/v60.0'

export type SoqlRow = Record<string, unknown> & { Id: string }

export interface SoqlQueryResult {
  totalSize: number
  done?: boolean
  records: SoqlRow[]
  nextRecordsUrl?: string
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
  return { result: body as unknown as SoqlQueryResult, response }
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
    const soql = `${select} WHERE Id IN (${part.join(',')})`
    let page = await query(client, soql, { includeDeleted })
    const { totalSize } = page.result
    for (let found = 0; ;) {
      for (const row of page.result.records) byId.set(row.Id, row)
      found += page.result.records.length
      if (!page.result.nextRecordsUrl) {
        // Rows that are missing here would count as deleted.
        if (page.result.done === false || found < totalSize) {
          const message = `Salesforce reports ${totalSize} records, and ${found} were returned.`
          throw new ProviderError('unavailable', message)
        }
        break
      }
      page = await nextRecords(client, page.result.nextRecordsUrl)
    }
  }
  return rows.flatMap((row) => {
    const more = byId.get(row.Id)
    return more ? [mergeRows(row, more)] : []
  })
}

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
