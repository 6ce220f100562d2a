import { getJson } from '../api/sign-in.ts'

/** Fetches the sign-in methods besides the password. */
export const availableSignInMethods = {
  key: ['sign-in-methods'],
  fetch: () => getJson<{ singleSignOn: boolean; signUp: boolean }>('/auth/methods'),
}
