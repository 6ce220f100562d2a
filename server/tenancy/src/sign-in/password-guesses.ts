import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto'
import { sleep } from '@platform/kernel/values'
import { APIError } from '@better-auth/core/error'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'
import type { Mailer } from './mails/mailer.ts'

/** Number of wrong passwords without a delay: people mistype. */
const freeGuesses = 5
/** Number of wrong passwords after which a mailed code is required. */
const guessesBeforeCode = 10
const maxDelayMs = 2_000

/** Error code if a password needs the mailed code in addition. */
const mailCodeNeeded = 'MAIL_CODE_NEEDED'

/**
 * Slows down password guessing per account, regardless of the number of client addresses: each
 * wrong password delays the next reply, and after ten in an hour a mailed code is required as well.
 * So nobody can lock a person out, and replies are the same whether or not the account exists. A
 * session does not bypass this, because it may be stolen. Without a mail server, only the delay
 * applies.
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
          const email = await findCheckedAddress(ctx)
          if (email === undefined) return
          const { guesses, codeHash } = await countGuess(db, hashAddress(email))
          if (guesses <= freeGuesses) return
          await sleep(Math.min(maxDelayMs, 50 * 2 ** (guesses - freeGuesses)))
          if (guesses <= guessesBeforeCode || !mailer.isConfigured) return
          const code = String((body as { code?: unknown } | undefined)?.code ?? '').trim()
          if (codeHash && isSameHash(codeHash, hashMailedCode(secret, email, code))) return
          // Not awaited: the duration of the reply would reveal whether the account exists. The
          // mailer logs failures.
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
          const email = await findCheckedAddress(ctx)
          if (email !== undefined) await forget(db, hashAddress(email))
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

/**
 * Returns the address of the account whose password is checked; undefined if nobody is signed in.
 */
async function findCheckedAddress(
  ctx: Parameters<Parameters<typeof createAuthMiddleware>[0]>[0],
): Promise<string | undefined> {
  if (ctx.path === signInPath) return String(ctx.body?.email ?? '').toLowerCase()
  const { user } = (await getSessionFromCtx(ctx)) ?? ctx.context.newSession ?? {}
  return user?.email.toLowerCase()
}

/** Hashed, because people may enter anything as an address. */
const hashAddress = (email: string) => hash('sha256', email, 'base64url')

const hashMailedCode = (secret: string, email: string, code: string) =>
  createHmac('sha256', secret).update(`mailed code ${email} ${code}`).digest('base64url')

const isSameHash = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Counts an attempt before the password is checked, so that concurrent ones see each other; a
 * success resets the count. After an hour without attempts it starts again.
 */
export async function countGuess(
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

/** Mails a code, at most one per 15 minutes, so that attackers cannot fill a mailbox. */
export async function mailCode(
  db: AcrossTenants,
  mailer: Mailer,
  { email, secret }: { email: string; secret: string },
): Promise<void> {
  const code = String(randomInt(10 ** 8)).padStart(8, '0')
  const { rows } = await sql`
    update auth.password_guesses set code_hash = ${hashMailedCode(secret, email, code)}, code_time = now()
    where account = ${hashAddress(email)}
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
