import {
  ProviderError,
  type ProviderClient,
  type ConnectorSearch,
  type SearchResult,
} from '@platform/connector'
import { filterConditions, joinConditions } from './conditions.ts'
import { completeRows, queryWhole, unreadableSoqlRows } from './query.ts'
import { rfc3339 } from '../provider-clock.ts'
import { addressBytes, maxQueryBytes, objectIdentifier, selectLists } from './soql.ts'

const maxRecords = 2_000

export async function searchSalesforce(
  client: ProviderClient,
  request: ConnectorSearch,
): Promise<SearchResult> {
  const { fieldNames, filters, limit = maxRecords } = request
  if (filters.length === 0) {
    throw new ProviderError('bad-request', 'A search requires at least one filter.')
  }
  const objectName = objectIdentifier(request.objectName)
  const wanted = Math.min(maxRecords, Math.max(1, limit))
  const where = joinConditions(await filterConditions(client, request))
  const { first, further } = selectLists(fieldNames, maxQueryBytes - addressBytes(where) - 500)
  const soql = `SELECT ${first} FROM ${objectName}${where} ORDER BY Id LIMIT ${wanted + 1}`
  const found = await queryWhole(client, soql)
  if (found.unreadable > 0) throw unreadableSoqlRows(found.unreadable)

  const rows = await completeRows(client, {
    rows: found.rows.slice(0, wanted),
    objectName,
    further,
  })
  return {
    records: rows.map((row) => {
      const updatedTime = rfc3339(row.SystemModstamp)
      return { id: row.Id, ...(updatedTime && { updatedTime }), raw: row }
    }),
    hasMore: found.rows.length > wanted,
  }
}
