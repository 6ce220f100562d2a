import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { BetterAuthPlugin } from 'better-auth'
import { clientIpHeader, requestIdHeader } from './request-headers.ts'

/** A change of a person's account, or an attempt at one. */
export interface SignInEvent {
  action: SignInAction
  /** User ID of the sign-in library. */
  userId: string
  /** Path of the request. */
  target: string
  requestId: string
  ip: string
  userAgent: string | undefined
}

export type SignInAction =
  | 'signIn'
  | 'signInFailed'
  | 'secondFactorFailed'
  | 'signOut'
  | 'changePassword'
  | 'changeEmail'
  | 'resetPassword'
  | 'enableTwoFactor'
  | 'disableTwoFactor'
  | 'renewBackupCodes'
  | 'addPasskey'
  | 'renamePasskey'
  | 'deletePasskey'
  | 'endSessions'

/** Actions of successful requests that start no session. */
const actions: Record<string, SignInAction> = {
  '/change-password': 'changePassword',
  '/change-email': 'changeEmail',
  '/two-factor/verify-totp': 'enableTwoFactor',
  '/two-factor/disable': 'disableTwoFactor',
  '/two-factor/generate-backup-codes': 'renewBackupCodes',
  '/passkey/verify-registration': 'addPasskey',
  '/passkey/update-passkey': 'renamePasskey',
  '/passkey/delete-passkey': 'deletePasskey',
  '/revoke-session': 'endSessions',
  '/revoke-sessions': 'endSessions',
  '/revoke-other-sessions': 'endSessions',
}

/** Emits every sign-in, failed sign-in and change of credentials. */
export const signInEvents = (record: (event: SignInEvent) => Promise<void>): BetterAuthPlugin => ({
  id: 'sign-in-events',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/sign-out',
        handler: createAuthMiddleware(async (ctx) => {
          // Loaded now, because afterwards the session may be gone.
          const session = await getSessionFromCtx(ctx)
          if (session) await record(makeSignInEvent(ctx, 'signOut', session.user.id))
        }),
      },
    ],
    after: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async (ctx) => {
          const { path, context, body } = ctx
          const recordAction = (action: SignInAction, userId: string) =>
            record(makeSignInEvent(ctx, action, userId))
          const { newSession } = context
          // The library implements redirects as errors.
          if (isAPIError(context.returned) && !newSession) {
            if (path.startsWith('/two-factor/verify-')) {
              const userId = await findPendingUserId(ctx)
              if (userId) await recordAction('secondFactorFailed', userId)
            }
            if (path !== '/sign-in/email') return
            const found = await context.internalAdapter.findUserByEmail(String(body?.email))
            // Not awaited: the duration of the reply would reveal whether the account exists. The
            // recorder logs failures.
            if (found) void recordAction('signInFailed', found.user.id).catch(() => {})
            return
          }
          const action = actions[path]
          const session = action && (await getSessionFromCtx(ctx))
          const user = (session ?? newSession)?.user
          if (!user) return
          // The same request completes a two-factor sign-in and turns the second factor on.
          const isSecondStep = action === 'enableTwoFactor' && !session
          await recordAction(action && !isSecondStep ? action : 'signIn', user.id)
        }),
      },
    ],
  },
})

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const makeSignInEvent = (
  { path, headers }: Context,
  action: SignInAction,
  userId: string,
): SignInEvent => ({
  action,
  userId,
  target: `/auth${path}`,
  requestId: headers?.get(requestIdHeader) ?? '',
  ip: headers?.get(clientIpHeader) ?? '',
  userAgent: headers?.get('user-agent') ?? undefined,
})

/**
 * Returns the user who has entered a password and needs a second factor, or who is signed in and
 * sets one up.
 */
export async function findPendingUserId(ctx: Context): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx)
  if (session) return session.user.id
  const { name } = ctx.context.createAuthCookie('two_factor')
  const cookie = await ctx.getSignedCookie(name, ctx.context.secret)
  if (!cookie) return undefined
  return (await ctx.context.internalAdapter.findVerificationValue(cookie))?.value
}
