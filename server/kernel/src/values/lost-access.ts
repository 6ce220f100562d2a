import type { ProviderError } from '@platform/connector'

const lostFields = /^.+ no longer lets this user see ((?:`[^`]+`(?:, | and )?)+)\./
const lostAccess = /^.+ no longer lets this user (?:see `|read )/

/**
 * Returns why a read failed, as a sentence. The provider's message about a lost field or object
 * names every possible cause; it is in the log.
 */
export function describeLostAccess(
  error: Pick<ProviderError, 'failure' | 'fieldNames' | 'message'>,
  { providerName, objectName }: { providerName: string; objectName: string },
): string {
  if (error.fieldNames.length > 0) return describeLostFields(providerName, error.fieldNames)
  if (error.failure === 'permission') {
    return `${providerName} no longer lets this user read ${objectName}: ${error.message}`
  }
  return error.message
}

/** Returns the reason for lost fields. */
export function describeLostFields(providerName: string, fieldNames: readonly string[]): string {
  const names = fieldNames.map((name) => `\`${name}\``)
  return `${providerName} no longer lets this user see ${new Intl.ListFormat('en').format(names)}.`
}

/** Returns the fields named in such a reason. */
export const parseLostFields = (reason: string | null | undefined): string[] =>
  [...(lostFields.exec(reason ?? '')?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
    ([, name = '']) => name,
  )

/** Reports whether the reason is a field or an object that is no longer accessible. */
export const isLostAccess = (reason: string | null | undefined): boolean =>
  lostAccess.test(reason ?? '')

/** Reports whether an object has the field; providers ignore the case of names. */
export const hasField = (fieldNames: readonly string[], fieldName: string): boolean =>
  fieldNames.some((name) => name.toLowerCase() === fieldName.toLowerCase())
