import type { Value, Values } from '../../records/table.ts'
import { validationError } from '../portal/errors.ts'
import type { CrmObject } from '../portal/crm-object.ts'
import type { PortalProperty } from '../portal/properties.ts'

interface Refusal {
  isValid: false
  message: string
  error: string
  name: string
}

/** Validates written values, and rejects all invalid ones at once. */
export function parseProperties(object: CrmObject, written: Record<string, unknown>): Values {
  const values: Values = {}
  const refusals: Refusal[] = []
  const reject = (name: string, error: string, message: string) =>
    refusals.push({ isValid: false, message, error, name })

  for (const [name, raw] of Object.entries(written)) {
    const property = object.properties.get(name)
    if (!property || property.archived) {
      reject(name, 'PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`)
      continue
    }
    if (property.readOnlyValue || property.calculated) {
      reject(name, 'READ_ONLY_VALUE', `"${name}" is a read only property; its value cannot be set.`)
      continue
    }
    const text = raw === null || raw === undefined ? '' : String(raw)
    if (text === '') {
      values[name] = null
      continue
    }
    const parsed = parseValue(property, text)
    if (typeof parsed === 'object' && parsed !== null) reject(name, parsed.error, parsed.message)
    else values[name] = parsed
  }

  if (refusals.length > 0) throw invalidProperties(refusals)
  return values
}

export function invalidProperties(refusals: Refusal[]) {
  return validationError(`Property values were not valid: ${JSON.stringify(refusals)}`, {
    errors: refusals.map(({ message, error, name }) => ({
      message,
      code: error,
      context: { propertyName: [name] },
    })),
  })
}

type Parsed = Exclude<Value, object> | { error: string; message: string }

function parseValue(property: PortalProperty, text: string): Parsed {
  switch (property.type) {
    case 'number': {
      const number = Number(text)
      if (!Number.isNaN(number)) return number
      return { error: 'INVALID_LONG', message: `${text} was not a valid long.` }
    }
    case 'bool':
      if (text === 'true' || text === 'false') return text === 'true'
      return invalidOption(text, ['true', 'false'])
    case 'date':
      return parseDate(text)
    case 'datetime': {
      const moment = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
      if (!Number.isNaN(moment)) return moment
      return { error: 'INVALID_DATE', message: `${text} is not a valid date.` }
    }
    case 'enumeration': {
      if (property.externalOptions) return text
      const allowed = property.options.map(({ value }) => value)
      const chosen = property.fieldType === 'checkbox' ? text.split(';').filter(Boolean) : [text]
      const unknown = chosen.find((value) => !allowed.includes(value))
      return unknown === undefined ? chosen.join(';') : invalidOption(unknown, allowed)
    }
    default:
      if (property.name === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) {
        return { error: 'INVALID_EMAIL', message: `Email address ${text} is invalid` }
      }
      if (text.length > 65_536) {
        return {
          error: 'INVALID_LENGTH',
          message: `${property.name} is longer than 65536 characters`,
        }
      }
      return text
  }
}

function parseDate(text: string): Parsed {
  const isEpoch = /^-?\d+$/.test(text)
  const moment = isEpoch ? Number(text) : Date.parse(text)
  if (Number.isNaN(moment)) {
    return { error: 'INVALID_DATE', message: `${text} is not a valid date.` }
  }
  const iso = new Date(moment).toISOString()
  if (!iso.endsWith('T00:00:00.000Z')) {
    return {
      error: 'INVALID_DATE',
      message: `${text} is at ${iso.slice(11, 23)} UTC, not midnight!`,
    }
  }
  return iso.slice(0, 10)
}

const invalidOption = (value: string, allowed: string[]) => ({
  error: 'INVALID_OPTION',
  message: `${value} was not one of the allowed options: [${allowed.join(', ')}]`,
})
