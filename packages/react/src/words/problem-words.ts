import { ProblemError } from '@platform/client'
import type { Localizer } from './use-words.tsx'

type ProblemText = (t: Localizer['t'], provider: string) => [headline: string, advice?: string]

const unconfirmed: ProblemText = (t) => [t('session'), t('sessionText')]
const wrongPage: ProblemText = (t) => [t('wrongPage'), t('wrongPageText')]
const away: ProblemText = (t, provider) => [t('providerAway', { provider }), t('problemText')]

const refused: ProblemText = (t, provider) => [
  t('providerRefused', { provider }),
  t('providerRefusedText'),
]

const adminFirst: ProblemText = (t, provider) => [t('adminFirst', { provider })]

/** Only the builder can help. The cause is in the details, the console and the dashboard. */
const notSetUp: ProblemText = (t, provider) => [t('notSetUp', { provider }), t('wrongPageText')]
/** The server mails the owners of the project. */
const appMissing: ProblemText = (t, provider) => [t('notSetUp', { provider }), t('teamNotified')]
const appRejected: ProblemText = (t, provider) => [
  t('providerRefused', { provider }),
  t('teamNotified'),
]
const invalid: ProblemText = (t) => [t('invalidValues')]
const expired: ProblemText = (t) => [t('expired')]
const changed: ProblemText = (t) => [t('savedByOther'), t('sessionText')]
const unsupported: ProblemText = (t, provider) => [t('unsupported', { provider })]

const byKind: Record<string, ProblemText> = {
  'session-unconfirmed': unconfirmed,
  'credential-missing': unconfirmed,
  'credential-invalid': unconfirmed,
  'permission-missing': (t) => [t('forbidden')],
  'origin-not-allowed': wrongPage,
  'frontend-keys-off': wrongPage,
  'base-url-wrong': wrongPage,
  'token-malformed': wrongPage,
  'integration-not-found': wrongPage,
  'project-not-found': wrongPage,
  'accounts-not-allowed': wrongPage,
  'provider-app-missing': appMissing,
  'provider-not-found': notSetUp,
  'provider-not-supported': unsupported,
  'limit-reached': (t) => [t('limitOfProduct'), t('wrongPageText')],
  'invalid-input': invalid,
  'body-too-large': invalid,
  'connection-in-use': (t) => [t('connectionInUse')],
  'connection-missing': changed,
  'approval-decided': changed,
  'approval-outdated': changed,
  'delivery-in-progress': changed,
  'object-not-installed': changed,
  'object-paused': changed,
  'connect-session-not-found': expired,
  'connect-session-open': expired,
  'connect-session-failed': expired,
  'oauth-state-invalid': expired,
  'too-many-requests': (t) => [t('tooMany'), t('problemText')],
  'credentials-refused': (t, provider) => [t('credentials', { provider })],
  'provider-unavailable': away,
  'provider-refused': refused,
  'sample-read-failed': (t, provider) => [t('refusedFields', { provider })],
  'precondition-failed': (t) => [t('savedByOther'), t('savedByOtherText')],
  'installation-exists': (t) => [t('alreadyInstalled')],
  // Outcomes of a sign-in at the provider
  client_refused: appRejected,
  access_denied: (t) => [t('denied')],
  OAUTH_EC_APP_NOT_FOUND: adminFirst,
  OAUTH_APPROVAL_ERROR_GENERIC: adminFirst,
  OAUTH_APP_BLOCKED: adminFirst,
  expired,
  other_account: (t) => [t('otherAccount')],
  unsupported,
}

/**
 * Returns what happened and what to do, for customers. Messages of the server and the provider
 * appear only in the details.
 */
export function problemWords(
  error: Error,
  { t }: Pick<Localizer, 't'>,
  provider = '',
): { headline: string; advice?: string } {
  const [headline, advice] = toProblemText(error)(t, provider)
  return { headline, ...(advice && { advice }) }
}

function toProblemText(error: Error): ProblemText {
  const other: ProblemText = (t) => [t('problem')]
  if (!(error instanceof ProblemError)) return other

  const { status, kind } = error
  const known = byKind[kind]
  if (known) return known
  if (status === 0) return (t) => [t('unreachable'), t('unreachableText')]
  if (status === 401) return unconfirmed
  if (status === 403) return (t) => [t('forbidden')]
  if (status === 404) return (t) => [t('missing')]
  return status >= 500 ? (t) => [t('problem'), t('problemText')] : other
}
