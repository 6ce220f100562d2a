import { ProblemError } from '@platform/client'
import type { Speech } from './use-words.tsx'

type Tell = (say: Speech['say'], provider: string) => [headline: string, advice?: string]

const unconfirmed: Tell = (say) => [say('session'), say('sessionText')]
const wrongPage: Tell = (say) => [say('wrongPage'), say('wrongPageText')]
const away: Tell = (say, provider) => [say('providerAway', { provider }), say('problemText')]

const refused: Tell = (say, provider) => [
  say('providerRefused', { provider }),
  say('providerRefusedText'),
]

const byKind: Record<string, Tell> = {
  'session-unconfirmed': unconfirmed,
  'credential-missing': unconfirmed,
  'credential-invalid': unconfirmed,
  'permission-missing': (say) => [say('forbidden')],
  'origin-not-allowed': wrongPage,
  'frontend-keys-off': wrongPage,
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
 * What a customer is told of a failure: what happened and what to do. The words of the server and of
 * the provider are for those who help.
 */
export function problemWords(
  error: Error,
  { say }: Pick<Speech, 'say'>,
  provider = '',
): { headline: string; advice?: string } {
  const [headline, advice] = tellOf(error)(say, provider)
  return { headline, ...(advice && { advice }) }
}

function tellOf(error: Error): Tell {
  const other: Tell = (say) => [say('problem')]
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
