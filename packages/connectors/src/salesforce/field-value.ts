import { rfc3339 } from '../provider-clock.ts'
import { fieldSteps } from './soql.ts'
import { membersOf } from '../members.ts'

/** `2026-01-31T10:00:00.000+0000`, as Salesforce writes a date with a time. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d{4}$/

/** Salesforce takes names in any case and answers them in its own. */
export function fieldValue(raw: Record<string, unknown>, fieldName: string): unknown {
  let value: unknown = raw
  for (const step of fieldSteps(fieldName)) value = member(value, step)
  return typeof value === 'string' && dateTime.test(value) ? (rfc3339(value) ?? value) : value
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const members = membersOf(value)
  if (Object.hasOwn(members, name)) return members[name]
  const lowerName = name.toLowerCase()
  const ownName = Object.keys(members).find((key) => key.toLowerCase() === lowerName)
  return ownName === undefined ? undefined : members[ownName]
}
