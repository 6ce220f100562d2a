import type { ProviderError } from '@platform/connector'

const lostFields = /^.+ no longer lets this user see ((?:`[^`]+`(?:, | and )?)+)\./
const lostAccess = /^.+ no longer lets this user (?:see `|read )/

/**
 * Returns why a read failed, in words for people. The provider's message about a field or an object that was
 * lost names every possible cause; the log has it.
 */
export function reasonOf(
  error: Pick<ProviderError, 'failure' | 'fieldNames' | 'message'>,
  { providerName, objectName }: { providerName: string; objectName: string },
): string {
  if (error.fieldNames.length > 0) return lostFieldsReason(providerName, error.fieldNames)
  if (error.failure === 'permission') {
    return `${providerName} no longer lets this user read ${objectName}: ${error.message}`
  }
  return error.message
}

/** Returns the reason that names fields which were lost. */
export function lostFieldsReason(providerName: string, fieldNames: readonly string[]): string {
  const names = fieldNames.map((name) => `\`${name}\``)
  return `${providerName} no longer lets this user see ${new Intl.ListFormat('en').format(names)}.`
}

/** Returns the fields that such a reason names. */
export const lostFieldsIn = (reason: string | null | undefined): string[] =>
  [...(lostFields.exec(reason ?? '')?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
    ([, name = '']) => name,
  )

/** Whether such a reason is that fields or an object can no longer be seen. */
export const isLostAccess = (reason: string | null | undefined): boolean =>
  lostAccess.test(reason ?? '')

/** Whether a field is among those of an object; providers ignore the case of names. */
export const hasField = (fieldNames: readonly string[], fieldName: string): boolean =>
  fieldNames.some((name) => name.toLowerCase() === fieldName.toLowerCase())
