import { ask } from '../api/sign-in.ts'

/** How people get in here, beside their password. */
export const methods = {
  key: ['sign-in-methods'],
  fetch: () => ask<{ singleSignOn: boolean; signUp: boolean }>('/auth/methods'),
}
