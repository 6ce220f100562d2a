import { APIError } from '@better-auth/core/error'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { commonPassword, isCommonPassword } from './common-passwords.ts'

/** Rejects common passwords where people change theirs. */
export const rejectCommonPasswords = (): BetterAuthPlugin => ({
  id: 'common-passwords',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/change-password' || path === '/reset-password',
        handler: createAuthMiddleware(async (ctx) => {
          const { newPassword }: { newPassword?: unknown } = ctx.body ?? {}
          if (typeof newPassword !== 'string' || !isCommonPassword(newPassword)) return
          throw APIError.from('BAD_REQUEST', { code: 'PASSWORD_COMMON', message: commonPassword })
        }),
      },
    ],
  },
})
