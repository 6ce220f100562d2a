import { postJson } from '../api/sign-in.ts'
import { pathTo } from '../routes.ts'

/** Makes an account, which counts once its address is confirmed. */
export const signUp = (account: { name: string; email: string; password: string }) =>
  postJson('/auth/sign-up/email', account)

export const confirmAddress = (token: string, newPassword: string) =>
  postJson('/auth/sign-up/confirm', { token, newPassword })

/** Has a link sent under which a new password is chosen. */
export const sendReset = (email: string) =>
  postJson('/auth/request-password-reset', { email, redirectTo: pathTo('resetPassword') })

export const resetPassword = (token: string, newPassword: string) =>
  postJson('/auth/reset-password', { token, newPassword })

/** The second step of signing in: a code of the authenticator app, or one that was kept for its loss. */
export const verifyCode = (kind: 'backup-code' | 'totp', code: string) =>
  postJson(`/auth/two-factor/verify-${kind}`, { code })
