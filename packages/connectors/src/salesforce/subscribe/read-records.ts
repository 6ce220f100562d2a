import type { ProviderClient, ProviderRecord } from '@platform/connector'
import { rfc3339 } from '../../provider-clock.ts'
import { timeFields } from '../conditions.ts'
import { completeRows, isMissingColumn } from '../query.ts'
import { maxQueryBytes, objectIdentifier, selectExpressions, splitByBytes } from '../soql.ts'

/** Reads records with the modification time of their version. */
export async function readChangedSalesforceRecords(
  client: ProviderClient,
  request: { objectName: string; fieldNames: readonly string[]; ids: readonly string[] },
): Promise<ProviderRecord[]> {
  for (const timeField of timeFields) {
    try {
      return await readWith(client, request, timeField)
    } catch (error) {
      if (!isMissingColumn(error, timeField)) throw error
    }
  }
  return readWith(client, request)
}

async function readWith(
  client: ProviderClient,
  {
    objectName,
    fieldNames,
    ids,
  }: { objectName: string; fieldNames: readonly string[]; ids: readonly string[] },
  timeField?: string,
): Promise<ProviderRecord[]> {
  const keys = new Set(['id', timeField?.toLowerCase()])
  const names = [
    ...(timeField === undefined ? [] : [timeField]),
    ...fieldNames.filter((name) => !keys.has(name.toLowerCase())),
  ]
  const further = splitByBytes(selectExpressions(names), maxQueryBytes / 2)
    .filter((expressions) => expressions.length > 0)
    .map((expressions) => expressions.join(', '))
  const rows = await completeRows(client, {
    rows: ids.map((Id) => ({ Id })),
    objectName: objectIdentifier(objectName),
    further,
  })
  return rows.map((row) => {
    const updatedTime = timeField === undefined ? undefined : rfc3339(row[timeField])
    return { id: row.Id, ...(updatedTime !== undefined && { updatedTime }), raw: row }
  })
}
