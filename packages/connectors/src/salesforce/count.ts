import type { CountRequest, ProviderClient } from '@platform/connector'
import { filterConditions, timeConditions, timeFields, joinConditions } from './conditions.ts'
import { compileFilter } from './filter.ts'
import { isUnusableColumn, query } from './query.ts'
import { objectIdentifier } from './soql.ts'

export const countSalesforceRecords = async (
  client: ProviderClient,
  request: CountRequest,
): Promise<number | undefined> =>
  countSalesforceWhere(client, request, (await compileFilter(client, request)).where)

/** Counts the records with the conditions of a compiled filter. */
export async function countSalesforceWhere(
  client: ProviderClient,
  request: CountRequest,
  filter: string | undefined,
): Promise<number | undefined> {
  const isBounded = request.since !== undefined || request.until !== undefined
  for (const timeField of isBounded ? timeFields : [null]) {
    try {
      return await countRecords(client, request, { timeField, filter })
    } catch (error) {
      if (timeField === null || !isUnusableColumn(error, timeField)) throw error
    }
  }
  // Reads of objects without time fields have no time range.
  return countRecords(client, request, { timeField: null, filter })
}

async function countRecords(
  client: ProviderClient,
  request: CountRequest,
  { timeField, filter }: { timeField: string | null; filter: string | undefined },
): Promise<number | undefined> {
  const where = joinConditions([
    ...timeConditions(request, timeField),
    ...(await filterConditions(client, request)),
    ...(filter ? [filter] : []),
  ])
  const from = objectIdentifier(request.objectName)
  const { result } = await query(client, `SELECT COUNT() FROM ${from}${where}`)
  return result.totalSize
}
