import { ProblemError } from '@platform/client'
import type { Localizer } from './use-words.tsx'

type ProblemText = (say: Localizer['say'], provider: string) => [headline: string, advice?: string]

const unconfirmed: ProblemText = (say) => [say('session'), say('sessionText')]
const wrongPage: ProblemText = (say) => [say('wrongPage'), say('wrongPageText')]
const away: ProblemText = (say, provider) => [say('providerAway', { provider }), say('problemText')]

const refused: ProblemText = (say, provider) => [
  say('providerRefused', { provider }),
  say('providerRefusedText'),
]

const byKind: Record<string, ProblemText> = {
  'session-unconfirmed': unconfirmed,
  'credential-missing': unconfirmed,
  'credential-invalid': unconfirmed,
  'permission-missing': (say) => [say('forbidden')],
  'origin-not-allowed': wrongPage,
  'frontend-keys-off': wrongPage,
  'base-url-wrong': wrongPage,
  'token-malformed': wrongPage,
  'integration-not-found': wrongPage,
  'project-not-found': wrongPage,
  'too-many-requests': (say) => [say('tooMany'), say('problemText')],
  'credentials-refused': (say, provider) => [say('credentials', { provider })],
  'provider-unavailable': away,
  'provider-refused': refused,
  'sample-read-failed': (say, provider) => [say('refusedFields', { provider })],
  'precondition-failed': (say) => [say('savedByOther'), say('savedByOtherText')],
  'installation-exists': (say) => [say('alreadyInstalled')],
  // Outcomes of a sign-in at the provider
  client_refused: refused,
  access_denied: (say) => [say('denied')],
  expired: (say) => [say('expired')],
  other_account: (say) => [say('otherAccount')],
  unsupported: (say, provider) => [say('unsupported', { provider })],
}

/**
 * Returns what happened and what to do, for customers. Messages of the server and the provider
 * appear only in the details.
 */
export function problemWords(
  error: Error,
  { say }: Pick<Localizer, 'say'>,
  provider = '',
): { headline: string; advice?: string } {
  const [headline, advice] = problemTextOf(error)(say, provider)
  return { headline, ...(advice && { advice }) }
}

function problemTextOf(error: Error): ProblemText {
  const other: ProblemText = (say) => [say('problem')]
  if (!(error instanceof ProblemError)) return other

  const { status, kind } = error
  const known = byKind[kind]
  if (known) return known
  if (status === 0) return (say) => [say('unreachable'), say('unreachableText')]
  if (status === 401) return unconfirmed
  if (status === 403) return (say) => [say('forbidden')]
  if (status === 404) return (say) => [say('missing')]
  return status >= 500 ? (say) => [say('problem'), say('problemText')] : other
}
