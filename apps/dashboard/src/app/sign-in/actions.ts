import { postJson } from '../api/sign-in.ts'
import { pathTo } from '../routes.ts'

/** Creates an account, which is valid once its address is confirmed. */
export const signUp = (account: { name: string; email: string; password: string }) =>
  postJson('/auth/sign-up/email', account)

export const confirmAddress = (token: string, newPassword: string) =>
  postJson('/auth/sign-up/confirm', { token, newPassword })

/** Sends a link to choose a new password. */
export const sendReset = (email: string) =>
  postJson('/auth/request-password-reset', { email, redirectTo: pathTo('resetPassword') })

export const resetPassword = (token: string, newPassword: string) =>
  postJson('/auth/reset-password', { token, newPassword })

/** Completes the second step of sign-in: a code of the authenticator app, or a backup code. */
export const verifyCode = (kind: 'backup-code' | 'totp', code: string) =>
  postJson(`/auth/two-factor/verify-${kind}`, { code })
