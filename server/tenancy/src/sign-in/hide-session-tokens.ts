import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'

/**
 * Names sessions by their IDs in place of their tokens in replies, which scripts of a page can read,
 * unlike the cookie.
 */
export const hideSessionTokens = (): BetterAuthPlugin => ({
  id: 'hide-session-tokens',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/revoke-session',
        handler: createAuthMiddleware(async (ctx) => {
          const current = await getSessionFromCtx(ctx)
          const sessions = current
            ? await ctx.context.internalAdapter.listSessions(current.user.id)
            : []
          const body: { token?: unknown } = ctx.body ?? {}
          const named = sessions.find(({ id }) => id === body.token)
          return { context: { body: { ...body, token: named?.token ?? '' } } }
        }),
      },
    ],
    after: [
      {
        matcher: ({ path }) => path === '/list-sessions' || path === '/get-session',
        handler: createAuthMiddleware(async (ctx) => {
          const { returned } = ctx.context
          if (Array.isArray(returned)) return ctx.json(returned.map(hideToken))
          if (typeof returned === 'object' && returned !== null && 'session' in returned) {
            return ctx.json({ ...returned, session: hideToken(returned.session) })
          }
          return undefined
        }),
      },
    ],
  },
})

const hideToken = (session: unknown): unknown =>
  typeof session === 'object' && session !== null && 'id' in session
    ? { ...session, token: session.id }
    : session
