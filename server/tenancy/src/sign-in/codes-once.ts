import { createHmac } from 'node:crypto'
import { APIError } from '@better-auth/core/error'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { findPendingUserId } from './sign-in-events.ts'

/**
 * Accepts a code of an authenticator once (RFC 6238, section 5.2), so that whoever reads it from a
 * screen or a proxy cannot sign in with it, too.
 */
export const codesOnce = ({
  db,
  secret,
}: {
  db: AcrossTenants
  secret: string
}): BetterAuthPlugin => ({
  id: 'codes-once',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/two-factor/verify-totp',
        handler: createAuthMiddleware(async (ctx) => {
          // A signed-in person sets the second factor up, and signs in with its next code at the earliest.
          if (await getSessionFromCtx(ctx)) return
          const userId = await findPendingUserId(ctx)
          const code = String((ctx.body as { code?: unknown } | undefined)?.code ?? '').trim()
          if (userId === undefined || (await claimCode(db, hashCode(secret, userId, code)))) return
          throw APIError.from('UNAUTHORIZED', {
            code: 'INVALID_CODE',
            message: 'The code was used already. Enter the next one.',
          })
        }),
      },
    ],
  },
})

const hashCode = (secret: string, userId: string, code: string) =>
  createHmac('sha256', secret).update(`used code ${userId} ${code}`).digest('base64url')

/** Claims a code for as long as it may be valid; returns false if it was claimed before. */
export async function claimCode(db: AcrossTenants, hashed: string): Promise<boolean> {
  const { rows } = await sql`
    insert into auth."verification" as used ("id", "identifier", "value", "expiresAt")
    values (${`code-${hashed}`}, 'used-code', '', now() + interval '3 minutes')
    on conflict ("id") do update set "expiresAt" = excluded."expiresAt"
      where used."expiresAt" < now()
    returning "id"`.execute(db)
  return rows.length > 0
}
