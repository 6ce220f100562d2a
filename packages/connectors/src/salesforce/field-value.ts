import { inUtc } from '../provider-clock.ts'
import { fieldSteps } from './soql.ts'
import { getMembers } from '../members.ts'

/** Salesforce accepts names in any case and returns them in its own. */
export function salesforceValue(raw: Record<string, unknown>, fieldName: string): unknown {
  let value: unknown = raw
  for (const step of fieldSteps(fieldName)) value = member(value, step)
  return inUtc(value)
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const members = getMembers(value)
  if (Object.hasOwn(members, name)) return members[name]
  const lowerName = name.toLowerCase()
  const ownName = Object.keys(members).find((key) => key.toLowerCase() === lowerName)
  return ownName === undefined ? undefined : members[ownName]
}
