import { parseFieldPath, type Connector, type ProviderRecord } from '@platform/connector'
import type { ResultEntry } from '@platform/contract'
import type { ReadPlan } from '@platform/installations/integrations/read-object'

/** Converts a provider's record to what the builder receives. */
export function mapRecord(
  connector: Pick<Connector, 'fieldValue'>,
  plan: Pick<ReadPlan, 'plain' | 'mapped' | 'associations'>,
  record: ProviderRecord,
): ResultEntry {
  const fields: Record<string, unknown> = {}
  for (const fieldName of plan.plain) {
    const value = connector.fieldValue(record.raw, fieldName)
    if (value !== undefined) place(fields, fieldName, value)
  }
  const entry: ResultEntry = record.deleted
    ? { subscribeEventType: 'delete', id: record.id, fields, raw: record.raw }
    : { fields, raw: record.raw }
  if (plan.mapped.length > 0) {
    const mappedFields: Record<string, unknown> = {}
    for (const { fieldName, mapToName, values } of plan.mapped) {
      const value = connector.fieldValue(record.raw, fieldName)
      if (value !== undefined) place(mappedFields, mapToName, mapValue(value, values))
    }
    entry.mappedFields = mappedFields
  }
  const { associations } = record
  if (associations && plan.associations.length > 0) {
    entry.associations = Object.fromEntries(
      plan.associations.map((name) => [name, associations[name] ?? []]),
    )
  }
  return entry
}

/** Maps a provider's value to the builder's; unmapped values stay unchanged. */
function mapValue(value: unknown, values: Record<string, string> | undefined): unknown {
  if (!values) return value
  const key = String(value)
  return Object.hasOwn(values, key) ? values[key] : value
}

/** Sets a value under a name; names in bracket notation are nested. */
function place(target: Record<string, unknown>, name: string, value: unknown): void {
  if (!name.startsWith('$[')) {
    target[name] = value
    return
  }
  const keys = parseFieldPath(name)
  let at = target
  for (const key of keys.slice(0, -1)) {
    const child = Object.hasOwn(at, key) ? at[key] : undefined
    at = (typeof child === 'object' && child !== null ? child : (at[key] = {})) as Record<
      string,
      unknown
    >
  }
  at[keys.at(-1)!] = value
}
