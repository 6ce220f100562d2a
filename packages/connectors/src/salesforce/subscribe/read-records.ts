import type { ProviderClient, ProviderRecord } from '@platform/connector'
import { completeRows } from '../query.ts'
import { maxQueryBytes, objectIdentifier, selectExpressions, splitByBytes } from '../soql.ts'

export async function readChangedSalesforceRecords(
  client: ProviderClient,
  {
    objectName,
    fieldNames,
    ids,
  }: { objectName: string; fieldNames: readonly string[]; ids: readonly string[] },
): Promise<ProviderRecord[]> {
  const names = fieldNames.filter((name) => name.toLowerCase() !== 'id')
  const further = splitByBytes(selectExpressions(names), maxQueryBytes / 2)
    .filter((expressions) => expressions.length > 0)
    .map((expressions) => expressions.join(', '))
  const rows = await completeRows(client, {
    rows: ids.map((Id) => ({ Id })),
    objectName: objectIdentifier(objectName),
    further,
  })
  return rows.map((row) => ({ id: row.Id, raw: row }))
}
