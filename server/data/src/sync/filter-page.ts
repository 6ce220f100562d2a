import {
  listConditions,
  loopTurn,
  matchesFilterInTurns,
  type Connector,
  type FilterExpression,
  type ProviderRecord,
} from '@platform/connector'

/** Reports whether the provider applies the whole filter, so that it counts the delivered records. */
export function narrowsWhole(
  { narrow }: Connector,
  objectName: string,
  filter: FilterExpression,
): boolean {
  const part = narrow?.(objectName, filter)
  return part !== undefined && listConditions(part).length === listConditions(filter).length
}

/**
 * Splits records by a filter. A deletion is delivered in any case, because the record may have been
 * delivered before; if it does not match, without its content.
 */
export async function splitByFilter(
  connector: Connector,
  filter: FilterExpression,
  all: readonly ProviderRecord[],
): Promise<{ records: ProviderRecord[]; unmatched: string[] }> {
  const records: ProviderRecord[] = []
  const unmatched: string[] = []
  const loop = loopTurn()
  const isMatch = ({ raw }: ProviderRecord) =>
    matchesFilterInTurns(filter, (name) => connector.fieldValue(raw, name), loop)
  for (const record of all) {
    if (await isMatch(record)) records.push(record)
    else if (record.deleted) records.push({ ...record, raw: {} })
    else unmatched.push(record.id)
  }
  return { records, unmatched }
}
