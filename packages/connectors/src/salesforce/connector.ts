import type { Connector } from '@platform/connector'
import { customFields } from './custom-fields/index.ts'
import { describeObject } from './describe.ts'
import { read } from './read.ts'
import { sampleRead } from './sample-read.ts'
import { fieldSteps } from './soql.ts'

export const salesforce: Connector = {
  provider: 'salesforce',
  read,
  describeObject,
  sampleRead,
  fieldValue,
  customFields,
}

/** Salesforce takes names in any case and answers them in its own. */
function fieldValue(raw: Record<string, unknown>, fieldName: string): unknown {
  let value: unknown = raw
  for (const step of fieldSteps(fieldName)) value = member(value, step)
  return value
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const members = value as Record<string, unknown>
  if (Object.hasOwn(members, name)) return members[name]
  const lowerName = name.toLowerCase()
  const ownName = Object.keys(members).find((key) => key.toLowerCase() === lowerName)
  return ownName === undefined ? undefined : members[ownName]
}
