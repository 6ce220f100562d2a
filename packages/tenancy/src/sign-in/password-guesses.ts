import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto'
import { sleep } from '@platform/kernel/values/sleep'
import { APIError } from '@better-auth/core/error'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'
import type { Mailer } from './mailer.ts'

/** So many wrong passwords cost nothing: people mistype. */
const freeGuesses = 5
/** After so many, a password alone no longer lets in. */
const guessesBeforeCode = 10
const longestDelayMs = 2_000

/** The code of the refusal where a password needs the mailed code beside it. */
const mailCodeNeeded = 'MAIL_CODE_NEEDED'

/**
 * Slows guessing down by account, however many addresses the guesses come from: each wrong password
 * delays the next reply a little, and after ten in an hour a code is asked for as well, which comes by
 * mail. So nobody can lock a person out; and the reply is the same whether there is such an account.
 * Who is signed in guesses no faster: the session may be stolen.
 *
 * Where no mails are sent it stays with the delay.
 */
export const passwordGuesses = ({
  db,
  mailer,
  secret,
}: {
  db: AcrossTenants
  mailer: Mailer
  secret: string
}): BetterAuthPlugin => ({
  id: 'password-guesses',
  hooks: {
    before: [
      {
        matcher: takesPassword,
        handler: createAuthMiddleware(async (ctx) => {
          const { path, body } = ctx
          const email = await whoseOf(ctx)
          if (email === undefined) return
          const { guesses, codeHash } = await count(db, accountOf(email))
          if (guesses <= freeGuesses) return
          await sleep(Math.min(longestDelayMs, 50 * 2 ** (guesses - freeGuesses)))
          if (guesses <= guessesBeforeCode || !mailer.isConfigured) return
          const code = String((body as { code?: unknown } | undefined)?.code ?? '').trim()
          if (codeHash && isSame(codeHash, hashOf(secret, email, code))) return
          // Not awaited: the duration of the reply would reveal whether the account exists.
          // The mailer logs what it could not send.
          void mailCode(db, mailer, { email, secret }).catch(() => {})
          throw APIError.from(path === signInPath ? 'UNAUTHORIZED' : 'FORBIDDEN', {
            code: mailCodeNeeded,
            message:
              'Too many wrong passwords for this address. If it has an account, a code was mailed to it. Send it as `code`.',
          })
        }),
      },
    ],
    after: [
      {
        matcher: takesPassword,
        handler: createAuthMiddleware(async (ctx) => {
          if (isAPIError(ctx.context.returned)) return
          const email = await whoseOf(ctx)
          if (email !== undefined) await forget(db, accountOf(email))
        }),
      },
    ],
  },
})

const signInPath = '/sign-in/email'

/** Routes that check a password, for sign-in and for signed-in users. */
const passwordPaths = new Set([
  signInPath,
  '/change-password',
  '/delete-user',
  '/two-factor/disable',
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
  '/two-factor/get-totp-uri',
  '/verify-password',
])

const takesPassword = ({ path }: { path?: string }) => path !== undefined && passwordPaths.has(path)

/** The address of the account whose password is tried; undefined where nobody is signed in. */
async function whoseOf(
  ctx: Parameters<Parameters<typeof createAuthMiddleware>[0]>[0],
): Promise<string | undefined> {
  if (ctx.path === signInPath) return String(ctx.body?.email ?? '').toLowerCase()
  const { user } = (await getSessionFromCtx(ctx)) ?? ctx.context.newSession ?? {}
  return user?.email.toLowerCase()
}

/** Addresses that people try are not kept: they may be anything. */
const accountOf = (email: string) => hash('sha256', email, 'base64url')

const hashOf = (secret: string, email: string, code: string) =>
  createHmac('sha256', secret).update(`mailed code ${email} ${code}`).digest('base64url')

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Counts a password before it is looked at, so that many at the same time see each other; who is let
 * in is forgotten. An hour without any begins anew.
 */
export async function count(
  db: AcrossTenants,
  account: string,
): Promise<{ guesses: number; codeHash: string | null }> {
  const { rows } = await sql<{ guesses: number; codeHash: string | null }>`
    with old as (
      delete from auth.password_guesses
      where last_time < now() - interval '1 day' and account <> ${account}
    )
    insert into auth.password_guesses as known (account, guesses) values (${account}, 1)
    on conflict (account) do update set
      guesses = case when known.last_time < now() - interval '1 hour' then 1 else known.guesses + 1 end,
      last_time = now()
    returning guesses,
      case when code_time > now() - interval '30 minutes' then code_hash end as code_hash`.execute(
    db,
  )
  return rows[0] ?? { guesses: 0, codeHash: null }
}

export const forget = (db: AcrossTenants, account: string) =>
  sql`delete from auth.password_guesses where account = ${account}`.execute(db)

/** Mails a code, at most one in a quarter of an hour: whoever guesses cannot fill a mailbox. */
export async function mailCode(
  db: AcrossTenants,
  mailer: Mailer,
  { email, secret }: { email: string; secret: string },
): Promise<void> {
  const code = String(randomInt(10 ** 8)).padStart(8, '0')
  const { rows } = await sql`
    update auth.password_guesses set code_hash = ${hashOf(secret, email, code)}, code_time = now()
    where account = ${accountOf(email)}
      and coalesce(code_time < now() - interval '15 minutes', true)
      and exists (
        select from auth."user" u join auth."account" a on a."userId" = u."id"
        where u."email" = ${email} and a."providerId" = 'credential'
      )
    returning account`.execute(db)
  if (rows.length === 0) return
  await mailer.send({
    to: email,
    subject: `${code} is your sign-in code`,
    text: `There were many failed sign-in attempts for your account. To sign in, enter this code with your password:\n\n${code}\n\nThe code is valid for 30 minutes. If you did not try to sign in, you can ignore this mail: nobody can sign in without the code.`,
  })
}
