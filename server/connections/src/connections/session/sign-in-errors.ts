import type { CatalogueEntry } from '@platform/connector'
import type { SignInError } from '@platform/contract'

/** Finds the known error of the provider's sign-in that a code or message of the provider names. */
export function findSignInError(
  { info }: Pick<CatalogueEntry, 'info'>,
  ...texts: readonly (string | undefined)[]
): SignInError | undefined {
  const said = texts.join('\n').toLowerCase()
  return info.signInErrors?.find(({ code }) => said.includes(code.toLowerCase()))
}

/** Returns what the end user can do about a known error. */
export const describeForCustomer = (
  { info: { name, displayName = name } }: Pick<CatalogueEntry, 'info'>,
  { customerRemedy }: SignInError,
): string =>
  customerRemedy ??
  `${displayName} does not accept sign-ins from this app in its current setup. Contact the app’s support; retrying does not help.`
