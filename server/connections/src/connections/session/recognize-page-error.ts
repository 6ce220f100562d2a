import type { CatalogueEntry } from '@platform/connector'
import { redactProviderText } from '../../provider/call/redact-provider-text.ts'
import type { SignInReply } from './request-sign-in-page.ts'
import { findSignInError } from './sign-in-errors.ts'

/** What a provider rejects when its sign-in page is opened. */
export interface PageError {
  about: 'redirectURI' | 'client' | 'scopes' | 'app' | 'unknown'
  detail: string
  remedy: string
}

type About = Exclude<PageError['about'], 'unknown'>

/** Usual words of OAuth error pages. Gaps are bounded, so that matching takes linear time. */
const usualWords: readonly [About, RegExp][] = [
  [
    'redirectURI',
    /\b(?:redirect|callback|return)[ _-]?(?:ur[il]s?|_?to)\b.{0,120}?(?:mismatch|match|not (?:registered|allowed|valid|associated|configured|permitted|whitelisted)|invalid|incorrect|missing)/i,
  ],
  [
    'redirectURI',
    /\b(?:invalid|mismatched|bad|wrong|unregistered|unknown|unauthorized)[ _-](?:redirect|callback)[ _-]?ur[il]/i,
  ],
  [
    'app',
    /\b(?:app|application|package|client app)\b.{0,80}?not (?:been )?(?:installed|approved)|\badmin(?:istrator)? approval\b/i,
  ],
  [
    'scopes',
    /\binvalid[ _-]scope|\bscopes?\b.{0,80}?(?:invalid|mismatch|not (?:valid|allowed|permitted|configured)|is required|unknown)/i,
  ],
  [
    'client',
    /\b(?:invalid|unknown|unauthorized)[ _-]client|\b(?:client|app|application|consumer|api)(?:[ _-]?(?:id|identifier|key))?\b.{0,80}?(?:not found|unknown|invalid|does(?: not|n.t) (?:exist|belong|match)|not (?:be )?recogni[sz]ed|was deleted|is disabled)/i,
  ],
]

const remedies: Record<PageError['about'], string> = {
  redirectURI:
    'Copy the redirect URI exactly into the app at the provider: same scheme, host and path, without a trailing slash. Some providers need minutes to apply it.',
  client:
    'Compare the client ID with the one in the provider’s console, and check that the app is active and belongs to the same environment (production or sandbox).',
  scopes: 'Make the scopes of the provider app equal to those selected in the provider’s console.',
  app: 'Install or approve the app in the account as the provider describes, then test again.',
  unknown: 'Open the sign-in page in a browser to see the whole message.',
}

/** Statuses with which providers reject requests of servers or too many requests. */
const inconclusiveStatuses = new Set([403, 405, 406, 429])

/** Recognizes the error in a reply to a sign-in; undefined if it contains none. */
export function recognizePageError(
  entry: CatalogueEntry,
  reply: SignInReply,
): PageError | undefined {
  if (reply.kind === 'error') {
    return describe(entry, `${reply.code} ${reply.description}`, { mustBeOne: true })
  }
  if (reply.kind !== 'page') return undefined
  const { status, text } = reply
  const isRejected = status >= 400 && status < 500 && !inconclusiveStatuses.has(status)
  return describe(entry, text, { mustBeOne: isRejected, answered: `answered ${status}: ` })
}

/** Reports whether the status shows that the provider does not answer servers, or not now. */
export const isInconclusive = (reply: SignInReply): boolean =>
  reply.kind === 'page' && (reply.status >= 500 || inconclusiveStatuses.has(reply.status))

function describe(
  entry: CatalogueEntry,
  said: string,
  { mustBeOne, answered = 'answered: ' }: { mustBeOne: boolean; answered?: string },
): PageError | undefined {
  const { displayName, name } = entry.info
  const known = findSignInError(entry, said)
  // An error of the catalogue may be worded for people: the usual words decide what it is about.
  const found = usualWords.find(([, words]) => words.test(known ? `${known.code} ${said}` : said))
  if (!known && !found && !mustBeOne) return undefined
  const about = found?.[0] ?? (known ? 'app' : 'unknown')
  return {
    about,
    detail: known?.cause ?? `${displayName ?? name} ${answered}${redactProviderText(said)}`,
    remedy: known?.remedy ?? remedies[about],
  }
}
