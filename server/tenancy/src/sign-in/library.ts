import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { jwt, twoFactor } from 'better-auth/plugins'
import { upsertBuilder } from '@platform/kernel/access'
import type { Database } from '@platform/kernel/db/database'
import { openPool } from '@platform/kernel/db/client'
import { isDatabaseAway } from '@platform/kernel/db/errors'
import { codesOnce } from './codes-once.ts'
import { rejectCommonPasswords } from './reject-common-passwords.ts'
import { commandLine } from './command-line.ts'
import { giveToOwner, keepOnlySession } from './give-to-owner.ts'
import { ownProvider } from './create-builder.ts'
import { endFormerAccess, endSessionsWithPassword } from './end-sessions.ts'
import { hideSessionTokens } from './hide-session-tokens.ts'
import type { Mail } from './mails/mailer.ts'
import { passkeys } from './passkeys.ts'
import { passwordGuesses } from './password-guesses.ts'
import { clientIpHeader, requestIdHeader } from './request-headers.ts'
import { signInEvents } from './sign-in-events.ts'
import type { SignIn, SignInOptions } from './sign-in.ts'
import { signUpByMail, signUpClosed } from './sign-up.ts'
import { singleSignOn as singleSignOnPlugin } from './single-sign-on.ts'
import { getNowMs } from '@platform/kernel/values'

const tokenLifetime = '15m'

/** The parts of sign-in that better-auth implements. */
export type SignInLibrary = Pick<SignIn, 'handle' | 'jwks' | 'issueToken' | 'close'>

export function openLibrary(
  database: Database,
  {
    publicUrl,
    secret,
    mailer,
    signUp = { isClosed: true, isOpenTo: async () => false },
    singleSignOn,
    attemptsPerMinute,
    onEvent = async () => {},
  }: SignInOptions & { attemptsPerMinute: number },
): SignInLibrary {
  const pool = openPool({
    ...database.poolConfig,
    max: 5,
    settings: { ...database.poolConfig.settings, search_path: 'auth' },
  })

  const auth = betterAuth({
    appName: 'Platform',
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    database: pool,
    trustedOrigins: listTrustedOrigins(publicUrl),
    telemetry: { enabled: false },
    onAPIError: {
      // The dashboard shows errors of the provider's callback.
      errorURL: publicUrl,
      onError: noteError,
    },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      revokeSessionsOnPasswordReset: true,
      // The link was sent by mail, so whoever follows it reads the mail of that address.
      onPasswordReset: async ({ user }, request) => {
        await giveToOwner(database.everything, user, { keepsPassword: true })
        // Before the agents, which a session that is still valid could connect again.
        await endFormerAccess(database.everything, user.id)
        await onEvent({
          action: 'resetPassword',
          userId: user.id,
          target: '/auth/reset-password',
          requestId: request?.headers.get(requestIdHeader) ?? '',
          ip: request?.headers.get(clientIpHeader) ?? '',
          userAgent: request?.headers.get('user-agent') ?? undefined,
        })
      },
      sendResetPassword: async ({ user, url }) => {
        // Not awaited: the duration of the reply would reveal whether the account exists.
        void mailer.send(resetMail(user.email, url))
      },
    },
    emailVerification: {
      // For people whose identity provider does not confirm their address.
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      // If this browser is signed in to the account, the person has proved both; otherwise a
      // stranger created it.
      beforeEmailVerification: async (user, request) => {
        const current = request && (await auth.api.getSession({ headers: request.headers }))
        if (current?.user.id !== user.id) await giveToOwner(database.everything, user)
        else await keepOnlySession(database.everything, user.id, current.session.id)
      },
      sendVerificationEmail: async ({ user, url }) => {
        void mailer.send(confirmation(user.email, url))
      },
    },
    user: {
      async validateUserInfo({ user, source }) {
        const email = user.emailVerified ? user.email?.toLowerCase() : undefined
        if (source.action === 'link-account' && user.id && email) {
          await giveToOwner(database.everything, { id: user.id, email })
        }
        if (source.action !== 'create-user' || (await signUp.isOpenTo(email))) return undefined
        return { error: signUpClosed }
      },
    },
    account: {
      // A provider that confirms the address is trusted, whoever signed up with it before.
      accountLinking: { requireLocalEmailVerified: false },
    },
    session: { expiresIn: 7 * 24 * 3600, updateAge: 24 * 3600 },
    advanced: {
      cookiePrefix: ownProvider,
      // Set explicitly, because the library disables the check in tests.
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
    },
    rateLimit: limitAttempts(attemptsPerMinute),
    plugins: [
      passkeys({ publicUrl, origins: listTrustedOrigins(publicUrl) }),
      twoFactor({ issuer: 'Platform' }),
      tokens(database, publicUrl),
      signUpByMail({ database, mailer, signUp, publicUrl }),
      commandLine({ db: database.everything, publicUrl }),
      passwordGuesses({ db: database.everything, mailer, secret }),
      signInEvents(onEvent),
      codesOnce({ db: database.everything, secret }),
      rejectCommonPasswords(),
      hideSessionTokens(),
      endSessionsWithPassword(database.everything),
      ...(singleSignOn ? [singleSignOnPlugin(singleSignOn, singleSignOn.egress)] : []),
    ],
  })

  return {
    handle: (request) => handleOrThrow(() => auth.handler(request)),
    jwks: async () => await auth.api.getJwks(),
    async issueToken(builderId) {
      const payload = { sub: builderId, iat: Math.floor(getNowMs() / 1000) }
      const { token } = await auth.api.signJWT({ body: { payload } })
      return token
    },
    close: () => pool.end(),
  }
}

/** Why each request in progress failed. */
const requests = new AsyncLocalStorage<{ error?: unknown }>()

function noteError(error: unknown): void {
  const request = requests.getStore()
  if (request) request.error = error
}

/** Handles a request; throws if the database was away, since the library replies to each of its errors alike. */
async function handleOrThrow(handle: () => Promise<Response>): Promise<Response> {
  const failure: { error?: unknown } = {}
  const response = await requests.run(failure, handle)
  if (response.status >= 500 && isDatabaseAway(failure.error)) throw failure.error
  return response
}

/** Returns the rate limits, which are lower for routes that accept guesses or send mails. */
function limitAttempts(attemptsPerMinute: number) {
  const guesses = { window: 60, max: attemptsPerMinute }
  const mails = { window: 60, max: 5 }
  const customRules = {
    // Also limited by account, so that a stranger blocks nobody else at an address. This bounds the work
    // of hashing passwords.
    '/sign-in/email': { window: 60, max: 30 * attemptsPerMinute },
    '/sign-in/*': guesses,
    '/sign-up/*': guesses,
    '/two-factor/*': guesses,
    '/change-password': guesses,
    '/command-line/start': guesses,
    '/command-line/finish': guesses,
    '/passkey/verify-authentication': guesses,
    '/request-password-reset': mails,
    '/send-verification-email': mails,
  }
  return { enabled: true, storage: 'database', window: 60, max: 300, customRules } as const
}

/** Issues tokens for the API to signed-in people. */
const tokens = (database: Database, publicUrl: string) =>
  jwt({
    jwks: { rotationInterval: 30 * 24 * 3600, gracePeriod: 24 * 3600 },
    jwt: {
      issuer: publicUrl,
      audience: publicUrl,
      expirationTime: tokenLifetime,
      getSubject: async ({ user }) => (await upsertLibraryUser(database, user)).id,
      definePayload: ({ user, session }) => ({
        sid: session.id,
        email: user.email,
        email_verified: user.emailVerified,
        name: user.name,
      }),
    },
  })

const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Reset your password',
  action: 'Reset password',
  text: `Choose a new password:\n${link}\n\nThe link is valid for one hour. If you did not request it, ignore this mail: your password remains unchanged.`,
})

const confirmation = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your email address',
  action: 'Confirm address',
  text: `Confirm that this is your email address:\n${link}\n\nIf you did not sign up, ignore this mail.`,
})

/** Returns the builder of a user of the sign-in library, with current data. */
const upsertLibraryUser = (
  database: Database,
  user: { id: string; email: string; emailVerified: boolean; name: string },
) =>
  upsertBuilder(database.everything, {
    idpProvider: ownProvider,
    idpRef: user.id,
    email: user.email.toLowerCase(),
    emailVerified: user.emailVerified,
    fullName: user.name,
  })

/** `localhost` and `127.0.0.1` are the same machine, but different origins for browsers. */
function listTrustedOrigins(publicUrl: string): string[] {
  const { origin, hostname } = new URL(publicUrl)
  const loopbacks = ['localhost', '127.0.0.1', '[::1]']
  if (!loopbacks.includes(hostname)) return [origin]
  return loopbacks.map((name) => origin.replace(hostname, name))
}
