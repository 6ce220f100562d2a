import type { CountRequest, ProviderClient } from '@platform/connector'
import { filterConditions, timeConditions, timeFields, joinConditions } from './conditions.ts'
import { isUnusableColumn, query } from './query.ts'
import { objectIdentifier } from './soql.ts'

export async function countSalesforceRecords(
  client: ProviderClient,
  request: CountRequest,
): Promise<number | undefined> {
  const isBounded = request.since !== undefined || request.until !== undefined
  for (const timeField of isBounded ? timeFields : [null]) {
    try {
      return await countRecords(client, request, timeField)
    } catch (error) {
      if (timeField === null || !isUnusableColumn(error, timeField)) throw error
    }
  }
  // Reads of objects without time fields have no time range.
  return countRecords(client, request, null)
}

async function countRecords(
  client: ProviderClient,
  request: CountRequest,
  timeField: string | null,
): Promise<number | undefined> {
  const where = joinConditions([
    ...timeConditions(request, timeField),
    ...(await filterConditions(client, request)),
  ])
  const from = objectIdentifier(request.objectName)
  const { result } = await query(client, `SELECT COUNT() FROM ${from}${where}`)
  return result.totalSize
}
