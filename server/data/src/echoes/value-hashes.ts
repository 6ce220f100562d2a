import { createHmac } from 'node:crypto'
import type { InstallationId } from '@platform/contract'
import type { ValueHashes } from './tables.ts'

declare module '@platform/kernel/services' {
  interface Services {
    /** Key of the hashes of written values. */
    echoKey: Buffer
  }
}

/** Scope of hashes: equal values of two installations or fields have different hashes. */
export interface HashScope {
  key: Buffer
  installationId: InstallationId
  objectName: string
}

/** Returns the hashes of a field's value. */
export function hashValue(scope: HashScope, fieldName: string, value: unknown): ValueHashes {
  const exact = toExactText(value)
  return [hashText(scope, fieldName, exact), hashText(scope, fieldName, toLooseText(exact))]
}

export const hashExactly = (scope: HashScope, fieldName: string, value: unknown): string =>
  hashText(scope, fieldName, toExactText(value))

/** Reports whether two values of a field are equal in any type and notation of times. */
export const isSameExactly = (one: unknown, other: unknown): boolean =>
  toExactText(one) === toExactText(other)

/** 72 bits: two values of a field have equal hashes by chance in one of 10²¹ cases. */
const hashLength = 12

const hashText = (
  { key, installationId, objectName }: HashScope,
  fieldName: string,
  text: string,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([installationId, objectName.toLowerCase(), fieldName.toLowerCase()]))
    .update(text)
    .digest('base64url')
    .slice(0, hashLength)

const timeFormat = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)$/

/** Values of equal text are equal in any type; times are equal in any notation. */
function toExactText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return String(value.getTime())
  if (Array.isArray(value)) return value.map(toExactText).join(';')
  if (typeof value === 'object') return JSON.stringify(value, sortMembers)
  const text = String(value)
  if (!timeFormat.test(text)) return text
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? text : String(ms)
}

const sortMembers = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Providers trim text, change its case, round numbers' notation and format phone numbers. */
function toLooseText(exact: string): string {
  const trimmed = exact.trim()
  if (/^-?\d+\.\d+$/.test(trimmed)) return String(Number(trimmed))
  const letters = trimmed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? trimmed : letters
}
