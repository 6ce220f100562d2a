import { readFileSync } from 'node:fs'
import type { ProviderOAuth2 } from '@platform/connector'
import type { Oauth2Dialect, ProviderInfo, SignInEvidence } from '@platform/contract'
import { requireValue } from '../require-value.ts'

/** What a vendor's document states about signing in with OAuth 2. `*` is any value in an address. */
export interface SignInFacts {
  authURL: string
  tokenURL: string
  clientAuthentication: Oauth2Dialect['clientAuthentication']
  pkce?: 'required' | 'supported' | 'unsupported'
  refreshTokens: 'static' | 'rotating' | 'none'
  /** Constant parameters of the sign-in page. */
  authorizeParams?: Record<string, string>
  tokenParams?: Record<string, string>
  /** Scopes of every sign-in, and those of a refresh token. */
  signInScopes: string[]
  offlineScopes: string[]
}

/** Facts with their document. Entries with the same rules share those of one provider. */
export interface SignInRecord extends SignInEvidence {
  facts: SignInFacts
}

let all: Readonly<Record<string, SignInRecord>> | undefined

/** Returns the facts about signing in of all providers. */
export function readSignInFacts(): Readonly<Record<string, SignInRecord>> {
  all ??= JSON.parse(
    readFileSync(new URL('../../evidence/sign-in.json', import.meta.url), 'utf8'),
  ) as Record<string, SignInRecord>
  return all
}

/**
 * Returns the document with which the entry’s sign-in agrees; undefined if there is none, or the entry
 * was changed.
 */
export function findSignInEvidence(
  info: ProviderInfo,
  oauth2: ProviderOAuth2 | undefined,
): SignInEvidence | undefined {
  const records = readSignInFacts()
  if (!Object.hasOwn(records, info.name)) return undefined
  const { source, date, page, facts } = requireValue(records[info.name])
  if (listSignInDifferences(info, oauth2, facts).length > 0) return undefined
  return { source, date, page }
}

const toPattern = (url: string) => url.replaceAll(/\{\{\w+\}\}/g, '*').replace(/\/$/, '')

const areSame = (one: readonly string[] = [], other: readonly string[] = []) =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())

/** Lists where an entry's sign-in differs from the facts. */
export function listSignInDifferences(
  info: ProviderInfo,
  oauth2: ProviderOAuth2 | undefined,
  facts: SignInFacts,
): string[] {
  const options = info.oauth2Opts
  if (!oauth2 || !options) return ['authType']
  const { authorizeParams = {}, tokenParams = {} } = facts
  const isSent = oauth2.pkce !== 'unsupported'
  const sent: Record<string, string> = {
    ...options.authURLParams,
    ...(options.audience && { audience: options.audience.join(' ') }),
  }
  const checks: Record<string, boolean> = {
    authURL: toPattern(options.authURL ?? '') === toPattern(facts.authURL),
    tokenURL: toPattern(options.tokenURL) === toPattern(facts.tokenURL),
    clientAuthentication: oauth2.clientAuthentication === facts.clientAuthentication,
    pkce: facts.pkce === 'required' ? isSent : facts.pkce === 'unsupported' ? !isSent : true,
    refreshTokens: oauth2.refreshTokens === facts.refreshTokens,
    authorizeParams: Object.entries(authorizeParams).every(([name, value]) => sent[name] === value),
    tokenParams: Object.entries(tokenParams).every(
      ([name, value]) => oauth2.tokenParams?.[name] === value,
    ),
    signInScopes: areSame(info.scopes?.signIn, facts.signInScopes),
    offlineScopes: areSame(info.scopes?.offline, facts.offlineScopes),
  }
  return Object.keys(checks).filter((name) => !checks[name])
}
