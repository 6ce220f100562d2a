import {
  listConditions,
  loopTurn,
  matchesFilter,
  type Connector,
  type ProviderRecord,
} from '@platform/connector'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import { matchesExpression, type ExpressionFailures } from './record-expressions.ts'

/** Reports whether the provider applies the whole filter, so that it counts the delivered records. */
export function narrowsWhole(
  { narrow }: Connector,
  { objectName, filter, expressions }: ReadPlan,
): boolean {
  if (expressions?.filter) return false
  if (!filter) return true
  const part = narrow?.(objectName, filter)
  return part !== undefined && listConditions(part).length === listConditions(filter).length
}

export interface Matching {
  loop: ReturnType<typeof loopTurn>
  failures?: ExpressionFailures | undefined
}

/** Reports whether a record matches both filters of a plan. Shares the event loop. */
export async function matchesPlan(
  connector: Pick<Connector, 'fieldValue'>,
  { filter, expressions }: Pick<ReadPlan, 'filter' | 'expressions'>,
  record: Pick<ProviderRecord, 'id' | 'raw'>,
  { loop, failures }: Matching,
): Promise<boolean> {
  const readField = (name: string) => connector.fieldValue(record.raw, name)
  if (filter && !(await matchesFilter(filter, readField, loop))) return false
  if (loop.mustPause()) await loop.pause()
  return matchesExpression(connector, { expressions }, record, failures)
}

/**
 * Splits records by a filter. A deletion is delivered in any case, because the record may have been
 * delivered before; if it does not match, without its content.
 */
export async function splitByFilter(
  connector: Connector,
  { plan, failures }: { plan: ReadPlan; failures: ExpressionFailures },
  all: readonly ProviderRecord[],
): Promise<{ records: ProviderRecord[]; unmatched: string[] }> {
  const records: ProviderRecord[] = []
  const unmatched: string[] = []
  const loop = loopTurn()
  for (const record of all) {
    // The content of a deletion may be incomplete: no expression of it is wrong.
    const noted = record.deleted ? undefined : failures
    if (await matchesPlan(connector, plan, record, { loop, failures: noted })) records.push(record)
    else if (record.deleted) records.push({ ...record, raw: {} })
    else unmatched.push(record.id)
  }
  return { records, unmatched }
}
