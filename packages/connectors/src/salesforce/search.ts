import {
  ProviderError,
  type ProviderClient,
  type SearchRequest,
  type SearchResult,
} from '@platform/connector'
import { must } from '../must.ts'
import { filterConditions, whereOf } from './conditions.ts'
import { completeRows, query } from './query.ts'
import { rfc3339 } from '../provider-clock.ts'
import {
  addressBytes,
  maxQueryBytes,
  objectIdentifier,
  selectExpressions,
  splitByBytes,
} from './soql.ts'

const maxRecords = 2_000

export async function search(
  client: ProviderClient,
  request: SearchRequest,
): Promise<SearchResult> {
  const { fieldNames, filters, limit = maxRecords } = request
  if (filters.length === 0) {
    throw new ProviderError('bad-request', 'A search needs at least one filter.')
  }
  const objectName = objectIdentifier(request.objectName)
  const wanted = Math.min(maxRecords, Math.max(1, limit))
  const where = whereOf(await filterConditions(client, request))
  const [first, ...further] = splitByBytes(
    selectExpressions(['Id', ...fieldNames]),
    Math.max(1_000, maxQueryBytes - addressBytes(where) - 500),
  )
  const soql = `SELECT ${must(first).join(', ')} FROM ${objectName}${where} ORDER BY Id LIMIT ${wanted + 1}`
  const { result } = await query(client, soql)

  let rows = result.records.slice(0, wanted)
  for (const expressions of further) {
    rows = await completeRows(client, { rows, objectName, expressions })
  }
  return {
    records: rows.map((row) => {
      const updatedTime = rfc3339(row.SystemModstamp)
      return { id: row.Id, ...(updatedTime && { updatedTime }), raw: row }
    }),
    hasMore: result.records.length > wanted || result.nextRecordsUrl !== undefined,
  }
}
