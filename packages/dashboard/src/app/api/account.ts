import { ask } from './sign-in.ts'

/** What the platform's sign-in knows of the person, beside what the API tells. */
export const account = {
  key: ['account'],
  fetch: () =>
    ask<{
      user: { emailVerified: boolean; twoFactorEnabled?: boolean | null }
      session: { token: string }
    }>('/auth/get-session'),
}
