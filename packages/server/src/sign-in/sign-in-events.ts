import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { BetterAuthPlugin } from 'better-auth'
import { clientIpHeader, requestIdHeader } from './request-headers.ts'

/** Something that a person did about their account, or somebody else tried to. */
export interface SignInEvent {
  action: SignInAction
  /** Of the sign-in library. */
  userId: string
  /** The path that was called. */
  target: string
  requestId: string
  ip: string
  userAgent: string | undefined
}

export type SignInAction =
  | 'signIn'
  | 'signInFailed'
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

/** What a call does that succeeds without beginning a session. */
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

/** Tells of every sign-in, every one that failed, and every change of how somebody signs in. */
export const signInEvents = (tell: (event: SignInEvent) => Promise<void>): BetterAuthPlugin => ({
  id: 'sign-in-events',
  hooks: {
    after: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async (ctx) => {
          const { path, context, headers, body } = ctx
          const told = (action: SignInAction, userId: string) =>
            tell({
              action,
              userId,
              target: `/auth${path}`,
              requestId: headers?.get(requestIdHeader) ?? '',
              ip: headers?.get(clientIpHeader) ?? '',
              userAgent: headers?.get('user-agent') ?? undefined,
            })
          const { newSession } = context
          // The library's way to redirect is an error as well.
          if (isAPIError(context.returned) && !newSession) {
            if (path !== '/sign-in/email') return
            const found = await context.internalAdapter.findUserByEmail(String(body?.email))
            // Nobody waits for it: how long a reply takes would tell whether there is such an account.
            if (found) void told('signInFailed', found.user.id).catch(() => {})
            return
          }
          const action = actions[path]
          const session = action && (await getSessionFromCtx(ctx))
          const user = (session ?? newSession)?.user
          if (!user) return
          // The same call ends a sign-in by two factors and switches the second one on.
          const isSecondStep = action === 'enableTwoFactor' && !session
          await told(action && !isSecondStep ? action : 'signIn', user.id)
        }),
      },
    ],
  },
})
