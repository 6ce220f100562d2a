import { postJson } from '../api/sign-in.ts'
import { pathTo } from '../routes.ts'

/** Setup data for the authenticator app, and backup codes. */
export interface Setup {
  totpURI: string
  backupCodes: string[]
}

/** Ends every other session as well. */
export const changePassword = (body: {
  currentPassword: string
  newPassword: string
  code?: string
}) => postJson('/auth/change-password', { ...body, revokeOtherSessions: true })

/** A password and, after many wrong ones, the mailed code. */
export interface IdentityProof {
  password: string
  code?: string
}

export const setUpApp = (proof: IdentityProof) => postJson<Setup>('/auth/two-factor/enable', proof)
export const confirmApp = (code: string) => postJson('/auth/two-factor/verify-totp', { code })
export const turnAppOff = (proof: IdentityProof) => postJson('/auth/two-factor/disable', proof)

export const deletePasskey = (id: string) => postJson('/auth/passkey/delete-passkey', { id })

export const endSession = (token: string) => postJson('/auth/revoke-session', { token })
export const endOtherSessions = () => postJson('/auth/revoke-other-sessions', {})

export const sendVerification = (email: string) =>
  postJson('/auth/send-verification-email', { email, callbackURL: pathTo('home') })
