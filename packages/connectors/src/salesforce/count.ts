import type { CountRequest, ProviderClient } from '@platform/connector'
import { filterConditions, timeConditions, timeFields, whereOf } from './conditions.ts'
import { isUnusableColumn, query } from './query.ts'
import { objectIdentifier } from './soql.ts'

export async function countSalesforceRecords(
  client: ProviderClient,
  request: CountRequest,
): Promise<number | undefined> {
  const isBounded = request.since !== undefined || request.until !== undefined
  for (const timeField of isBounded ? timeFields : [null]) {
    try {
      return await count(client, request, timeField)
    } catch (error) {
      if (timeField === null || !isUnusableColumn(error, timeField)) throw error
    }
  }
  // Reads of objects without time fields have no time range.
  return count(client, request, null)
}

async function count(
  client: ProviderClient,
  request: CountRequest,
  timeField: string | null,
): Promise<number> {
  const where = whereOf([
    ...timeConditions(request, timeField),
    ...(await filterConditions(client, request)),
  ])
  const from = objectIdentifier(request.objectName)
  const { result } = await query(client, `SELECT COUNT() FROM ${from}${where}`)
  return result.totalSize
}
