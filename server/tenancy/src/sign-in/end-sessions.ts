import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'

/**
 * Ends what the former password of a person gave access to when it is reset: sessions, and links that would
 * reset it again.
 */
export async function endFormerAccess(db: AcrossTenants, userId: string): Promise<void> {
  await sql`delete from auth."session" where "userId" = ${userId}`.execute(db)
  await endResetLinks(db, userId)
}

const endResetLinks = (db: AcrossTenants, userId: string) =>
  sql`
    delete from auth."verification"
    where "identifier" like 'reset-password:%' and "value" = ${userId}`.execute(db)

/**
 * Ends the other sessions of a person whose password changes, whatever the request asks for, and the links
 * that would reset it.
 */
export const endSessionsWithPassword = (db: AcrossTenants): BetterAuthPlugin => ({
  id: 'end-sessions-with-password',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/change-password',
        handler: createAuthMiddleware(async (ctx) => ({
          context: { body: { ...ctx.body, revokeOtherSessions: true } },
        })),
      },
    ],
    after: [
      {
        matcher: ({ path }) => path === '/change-password',
        handler: createAuthMiddleware(async (ctx) => {
          if (isAPIError(ctx.context.returned)) return
          const { user } = ctx.context.newSession ?? (await getSessionFromCtx(ctx)) ?? {}
          if (user) await endResetLinks(db, user.id)
        }),
      },
    ],
  },
})
