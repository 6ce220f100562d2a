import { post } from '../api/sign-in.ts'
import { pathTo } from '../routes.ts'

/** What the authenticator app must know, and what helps when it is lost. */
export interface Setup {
  totpURI: string
  backupCodes: string[]
}

/** Ends every other session as well. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  post('/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true })

export const setUpApp = (password: string) => post<Setup>('/auth/two-factor/enable', { password })
export const confirmApp = (code: string) => post('/auth/two-factor/verify-totp', { code })
export const turnAppOff = (password: string) => post('/auth/two-factor/disable', { password })

export const deletePasskey = (id: string) => post('/auth/passkey/delete-passkey', { id })

export const endSession = (token: string) => post('/auth/revoke-session', { token })
export const endOtherSessions = () => post('/auth/revoke-other-sessions', {})

export const sendVerification = (email: string) =>
  post('/auth/send-verification-email', { email, callbackURL: pathTo('home') })
