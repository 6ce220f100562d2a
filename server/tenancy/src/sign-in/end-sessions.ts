import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

/** Ends the other sessions of a person whose password changes, whatever the request asks for. */
export const endSessionsWithPassword = (): BetterAuthPlugin => ({
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
  },
})
