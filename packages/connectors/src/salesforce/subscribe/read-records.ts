import type { ProviderClient, ProviderRecord } from '@platform/connector'
import { completeRows, type Row } from '../query.ts'
import { maxQueryBytes, objectIdentifier, selectExpressions, splitByBytes } from '../soql.ts'

export async function readRecords(
  client: ProviderClient,
  {
    objectName,
    fieldNames,
    ids,
  }: { objectName: string; fieldNames: readonly string[]; ids: readonly string[] },
): Promise<ProviderRecord[]> {
  const names = fieldNames.filter((name) => name.toLowerCase() !== 'id')
  let rows: Row[] = ids.map((Id) => ({ Id }))
  for (const expressions of splitByBytes(selectExpressions(names), maxQueryBytes / 2)) {
    if (expressions.length === 0) continue
    rows = await completeRows(client, {
      rows,
      objectName: objectIdentifier(objectName),
      expressions,
    })
  }
  return rows.map((row) => ({ id: row.Id, raw: row }))
}
