import { ProviderError, type WriteRecord } from '@platform/connector'
import { requireValue } from '../require-value.ts'
import { fieldSteps, isAddressPart, selectExpressions } from './soql.ts'

type Body = Record<string, unknown>

/** Builds a record for Salesforce: nested by path, with associations in their fields. */
export function recordBody(
  { associations = [] }: WriteRecord,
  fields: Readonly<Record<string, unknown>>,
): Body {
  // Validates the names.
  selectExpressions(Object.keys(fields))
  const body: Body = {}
  for (const [fieldName, value] of Object.entries(fields)) {
    putInBody(body, splitFieldName(fieldName), toFieldValue(value))
  }
  for (const { to, fieldName } of associations) {
    if (fieldName === undefined) {
      const message = `Associations are lookup fields at Salesforce. Set the field that refers to ${to.id}.`
      throw new ProviderError('bad-request', message)
    }
    selectExpressions([fieldName])
    putInBody(body, fieldSteps(fieldName), to.id)
  }
  return body
}

/** Salesforce separates the choices of a multi-select with semicolons. */
const toFieldValue = (value: unknown): unknown =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value.join(';') : value

/** Parts of addresses have their own fields for writing: `MailingAddress.city` → `MailingCity`. */
function splitFieldName(fieldName: string): string[] {
  const steps = fieldSteps(fieldName)
  if (!isAddressPart(steps)) return steps
  const [address, part] = steps as [string, string]
  return [`${address.replace(/address$/i, '')}${part.charAt(0).toUpperCase()}${part.slice(1)}`]
}

function putInBody(body: Body, [first, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) body[requireValue(first)] = value
  else {
    const inner = body[requireValue(first)]
    const isObject = typeof inner === 'object' && inner !== null
    putInBody((body[requireValue(first)] = isObject ? inner : {}) as Body, rest, value)
  }
}
