import type { BuilderId } from '@platform/contract'
import { createLocalJWKSet, errors, type JSONWebKeySet } from 'jose'
import type { Issuer } from '@platform/kernel/access'
import type { Database } from '@platform/kernel/db/database'
import { clientAddress } from '@platform/kernel/http/client-address'
import { rateLimiter } from '@platform/kernel/http/rate-limit'
import type { TenantEgress } from '@platform/kernel/egress'
import type { SignInLibrary } from './library.ts'
import type { Mailer } from './mails/mailer.ts'
import type { SignInEvent } from './sign-in-events.ts'
import type { SignUp } from './sign-up.ts'
import type { SingleSignOn } from './single-sign-on.ts'
import { getNowMs } from '@platform/kernel/values'

export interface SignInOptions {
  /** The origin that browsers use; also the issuer of tokens. */
  publicUrl: string
  /** Signs cookies and encrypts the keys that sign tokens. */
  secret: string
  mailer: Mailer
  /** Who may create an account; nobody if unset. */
  signUp?: SignUp
  singleSignOn?: SingleSignOn & { egress: Pick<TenantEgress, 'request'> }
  /** How often one client address may try to sign in to an account. */
  attemptsPerMinute?: number
  /** Called on every sign-in and every change of credentials. */
  onEvent?: (event: SignInEvent) => Promise<void>
}

export interface SignIn {
  /**
   * Counts a sign-in by password, by address and account: many people may share an address, such as
   * that of a proxy that the operator has not declared.
   * @throws Problem `too-many-requests`
   */
  countAttempt(attempt: { ip: string; email: string }): void
  /** Answers requests below `/auth`. */
  handle(request: Request): Promise<Response>
  /** Whether people may sign in through an OpenID Connect provider. */
  hasSingleSignOn: boolean
  /** Whether people may sign up by mail. */
  hasSignUp: boolean
  /** Verifies builders' tokens. */
  issuer: Issuer
  jwks(): Promise<JSONWebKeySet>
  /** Issues a token for a builder without a session, for CLI commands. */
  issueToken(builderId: BuilderId): Promise<string>
  close(): Promise<void>
}

/**
 * Sign-in by email and password, a second factor, passkeys, and single sign-on. A session (a
 * revocable cookie) is exchanged for short-lived tokens, which the API accepts. The library would
 * take a tenth of an idle server's memory, so it is loaded at the first sign-in or token.
 */
export function createSignIn(database: Database, options: SignInOptions): SignIn {
  const { attemptsPerMinute = defaultAttemptsPerMinute } = options
  let loading: Promise<SignInLibrary> | undefined
  const library = () =>
    (loading ??= import('./library.ts').then(({ openLibrary }) =>
      openLibrary(database, { ...options, attemptsPerMinute }),
    ))
  const jwks = async () => (await library()).jwks()
  const attempts = rateLimiter(database.everything, {
    requests: attemptsPerMinute,
    windowSeconds: 60,
    counted: 'sign-in attempts',
  })
  const { publicUrl } = options
  return {
    countAttempt({ ip, email }) {
      attempts.take(`sign-in ${clientAddress(ip)} ${email.toLowerCase().slice(0, 254)}`)
    },
    handle: async (request) => (await library()).handle(request),
    hasSingleSignOn: options.singleSignOn !== undefined,
    hasSignUp: options.signUp !== undefined && !options.signUp.isClosed,
    jwks,
    issuer: { issuer: publicUrl, audience: publicUrl, key: refreshingKeySet(jwks) },
    issueToken: async (builderId) => (await library()).issueToken(builderId),
    close: async () => (await loading)?.close(),
  }
}

const defaultAttemptsPerMinute = 10

/** Limits reloads caused by made-up key IDs. */
const refreshesPerSecond = 5

/** Returns a cached key set that is reloaded when a key is missing. */
function refreshingKeySet(fetchKeys: () => Promise<JSONWebKeySet>): Issuer['key'] {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined
  let second = 0
  let refreshes = 0
  const refresh = async () => {
    keys = createLocalJWKSet(await fetchKeys())
    return keys
  }
  const mayRefresh = () => {
    const now = Math.floor(getNowMs() / 1000)
    if (now !== second) [second, refreshes] = [now, 0]
    return refreshes++ < refreshesPerSecond
  }
  return async (header, token) => {
    try {
      return await (keys ?? (await refresh()))(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayRefresh()) throw error
      return (await refresh())(header, token)
    }
  }
}
