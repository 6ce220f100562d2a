import { randomBytes } from 'node:crypto'
import { APIError } from '@better-auth/core/error'
import { createAuthEndpoint, formCsrfMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { z } from 'zod'
import type { Database } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { commonPassword, isCommonPassword } from './common-passwords.ts'
import { createBuilder } from './create-builder.ts'
import type { Mail, Mailer } from './mails/mailer.ts'
import {
  hashOfSignUp,
  toSignUpIdentifier,
  pendingSignUps,
  type PendingSignUp,
} from './pending-sign-ups.ts'
import { confirmation, hasAccount, notExpected } from './mails/sign-up-mails.ts'
import { getFirst, getNow } from '@platform/kernel/values'

/** Who may create an account. */
export interface SignUp {
  /** Whether sign-up is closed to everyone. */
  isClosed: boolean
  /** Reports whether a person with this confirmed address, or with none, may sign up. */
  isOpenTo(email: string | undefined): Promise<boolean>
}

const lifetimeMs = 24 * 3600 * 1000

/** Password rules, identical to those of the library. */
const Password = z
  .string()
  .min(10, 'Password too short')
  .max(128, 'Password too long')
  .refine((password) => !isCommonPassword(password), commonPassword)

/**
 * Sign-up by mail. There is no account until the address is confirmed, so nothing that a stranger
 * prepared with someone's address persists, and the reply is the same whether or not an account
 * exists. In the browser where the password was chosen, the link completes the sign-up; any other
 * browser asks for a new password, because the first may be a stranger's.
 */
export const signUpByMail = ({
  database,
  mailer,
  signUp,
  publicUrl,
}: {
  database: Database
  mailer: Mailer
  signUp: SignUp
  publicUrl: string
}): BetterAuthPlugin => {
  const db = database.everything
  const pending = pendingSignUps(db)

  async function signIn(ctx: GenericEndpointContext, wanted: PendingSignUp, token: string) {
    const userId = await inTransaction(db, async (tx) => {
      if (!(await pending.take(tx, token))) throw linkNotGood()
      return (await createBuilder(tx, wanted)).userId
    })
    const user = await ctx.context.internalAdapter.findUserById(userId)
    const session = await ctx.context.internalAdapter.createSession(userId)
    await setSessionCookie(ctx, { session, user: user! })
  }

  async function mailTo(wanted: PendingSignUp, token: string): Promise<Mail> {
    if (await pending.isConfirmed(wanted.email)) return hasAccount(wanted.email, publicUrl)
    if (!(await signUp.isOpenTo(wanted.email))) return notExpected(wanted.email, publicUrl)
    return confirmation(wanted.email, `${publicUrl}/auth/sign-up/confirm?token=${token}`)
  }

  return {
    id: 'sign-up',
    endpoints: {
      // Replaces the library's sign-up, which creates an account before its address is confirmed.
      signUpEmail: createAuthEndpoint(
        '/sign-up/email',
        {
          method: 'POST',
          use: [formCsrfMiddleware],
          body: z.object({
            email: z.email().max(254),
            name: z.string().trim().min(1).max(255),
            password: z.string(),
          }),
        },
        async (ctx) => {
          if (signUp.isClosed) throw makeClosedError()
          const { email, name, password } = ctx.body
          const { error } = Password.safeParse(password)
          if (error) throw makeBadRequest('PASSWORD_NOT_GOOD', getFirst(error.issues).message)

          const token = randomBytes(32).toString('base64url')
          const browser = randomBytes(32).toString('base64url')
          const wanted = {
            email: email.toLowerCase(),
            name,
            passwordHash: await ctx.context.password.hash(password),
            browserHash: hashOfSignUp(browser),
          }
          await ctx.context.internalAdapter.createVerificationValue({
            identifier: toSignUpIdentifier(token),
            value: JSON.stringify(wanted),
            expiresAt: getNow(lifetimeMs),
          })
          const cookie = ctx.context.createAuthCookie('sign_up', { maxAge: lifetimeMs / 1000 })
          ctx.setCookie(cookie.name, browser, cookie.attributes)
          // Not awaited: the duration of the reply would reveal whether the account exists.
          void mailTo(wanted, token)
            .then((mail) => mailer.send(mail))
            .catch((cause: unknown) => ctx.context.logger.error('No mail was sent', cause))
          return ctx.json({ status: true })
        },
      ),

      confirmSignUp: createAuthEndpoint(
        '/sign-up/confirm',
        { method: 'GET', query: z.object({ token: z.string() }) },
        async (ctx) => {
          const { token } = ctx.query
          const wanted = await pending.find(token)
          if (!wanted || (await pending.isConfirmed(wanted.email))) {
            throw ctx.redirect(`${publicUrl}/?error=${linkNotGoodCode}`)
          }
          const browser = ctx.getCookie(ctx.context.createAuthCookie('sign_up').name)
          if (!browser || hashOfSignUp(browser) !== wanted.browserHash) {
            throw ctx.redirect(`${publicUrl}/confirm-address?token=${token}`)
          }
          await signIn(ctx, wanted, token)
          throw ctx.redirect(`${publicUrl}/`)
        },
      ),

      confirmSignUpElsewhere: createAuthEndpoint(
        '/sign-up/confirm',
        {
          method: 'POST',
          use: [formCsrfMiddleware],
          body: z.object({ token: z.string(), newPassword: z.string() }),
        },
        async (ctx) => {
          const { token, newPassword } = ctx.body
          const wanted = await pending.find(token)
          if (!wanted || (await pending.isConfirmed(wanted.email))) throw linkNotGood()
          const { error } = Password.safeParse(newPassword)
          if (error) throw makeBadRequest('PASSWORD_NOT_GOOD', getFirst(error.issues).message)
          const passwordHash = await ctx.context.password.hash(newPassword)
          await signIn(ctx, { ...wanted, passwordHash }, token)
          return ctx.json({ status: true })
        },
      ),
    },
  }
}

const makeBadRequest = (code: string, message: string) =>
  APIError.from('BAD_REQUEST', { code, message })

const linkNotGoodCode = 'link_not_good'

const linkNotGood = () =>
  makeBadRequest(
    linkNotGoodCode.toUpperCase(),
    'This link was already used, has expired or is incomplete. Sign in, or sign up again.',
  )

/** Error code if sign-up is closed, in general or for this person. */
export const signUpClosed = 'sign_up_closed'

const makeClosedError = () =>
  APIError.from('FORBIDDEN', {
    code: signUpClosed.toUpperCase(),
    message:
      'Sign-up is closed. The operator can open it with PLATFORM_SIGN_UP, or create accounts with `platform bootstrap`.',
  })
