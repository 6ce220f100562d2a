import type { AccountBlock } from '@platform/contract'

/** A state of an account that only its administrator can change. The customer reads the remedy, too. */
interface Block {
  is: AccountBlock
  /** What providers answer: Salesforce's codes of its API and of its token endpoint. */
  words: RegExp
  remedy: string
}

/**
 * Blocked accounts.
 * @see https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_concepts_core_data_objects.htm
 *   (ExceptionCode)
 * @see https://help.salesforce.com/s/articleView?id=000386225 (locked organizations)
 */
const blocks: readonly Block[] = [
  {
    is: 'passwordExpired',
    words: /\bINVALID_OPERATION_WITH_EXPIRED_PASSWORD\b/,
    remedy:
      'The password of the connected user has expired. Set a new one at the provider, then sign in again.',
  },
  {
    is: 'userLocked',
    words: /\bPASSWORD_LOCKOUT\b/,
    remedy: 'An administrator of the account must unlock the connected user at the provider.',
  },
  {
    is: 'userInactive',
    words: /\binactive[ _]user\b|\buser is (?:inactive|frozen)\b/i,
    remedy:
      'An administrator of the account must activate the connected user at the provider. Or sign in with another user.',
  },
  {
    is: 'accountSuspended',
    words: /\b(?:ORG_LOCKED|TRIAL_EXPIRED|inactive[ _]org(?:anization)?)\b/i,
    remedy:
      'The account is locked, or its subscription has ended. Its administrator must contact the provider.',
  },
  {
    is: 'apiDisabled',
    words: /\bAPI_DISABLED_FOR_ORG\b/,
    remedy:
      'An administrator of the account must turn on API access for the account and the connected user at the provider.',
  },
  {
    is: 'networkRestricted',
    words: /\bLOGIN_DURING_RESTRICTED_DOMAIN\b|\bip restricted\b/i,
    remedy:
      'An administrator of the account must allow the IP addresses of this product for the connected user at the provider.',
  },
  {
    is: 'hoursRestricted',
    words: /\bLOGIN_DURING_RESTRICTED_TIME\b|\blogin hours\b/i,
    remedy:
      'An administrator of the account must extend the hours in which the connected user can sign in at the provider.',
  },
  {
    is: 'appNotAllowed',
    words: /\b(?:invalid_app_access|CLIENT_NOT_ACCESSIBLE_FOR_USER|not admin approved)\b/i,
    remedy:
      'An administrator of the account must approve this product for the connected user at the provider.',
  },
]

const findBlock = (reason: string | null | undefined) =>
  blocks.find(({ words }) => words.test(reason ?? ''))

/** Returns the state of the account that the provider's answer names; undefined if it names none. */
export const findAccountBlock = (reason: string | null | undefined): AccountBlock | undefined =>
  findBlock(reason)?.is

/** Remedy for refused credentials. */
const signInAgain = 'Ask the customer to sign in again, in your product or with a sign-in link.'

/** Returns what an administrator must do about the account that an error names; undefined if nothing. */
export const findBlockRemedy = (message: string | undefined): string | undefined =>
  findBlock(message)?.remedy

/** Returns what to do about credentials that the provider refused for this reason. */
export const describeRefusalRemedy = (reason: string | null | undefined): string =>
  findBlock(reason)?.remedy ?? signInAgain
