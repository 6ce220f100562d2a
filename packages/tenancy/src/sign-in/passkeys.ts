import { APIError } from '@better-auth/core/error'
import { passkey } from '@better-auth/passkey'

const loopbacks = ['127.0.0.1', '[::1]']

/**
 * Passkeys: what a person's device keeps, and uses only after a PIN, a fingerprint or the like. That
 * makes two factors of one, so a device that did not ask who is there is refused.
 */
export const passkeys = ({ publicUrl, origins }: { publicUrl: string; origins: string[] }) =>
  passkey({
    rpID: nameOf(publicUrl),
    rpName: 'Platform',
    origin: origins,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) =>
        mustHaveAsked(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) =>
        mustHaveAsked(verification.authenticationInfo.userVerified),
    },
  })

/** What browsers bind passkeys to: a name, so this machine is `localhost` however it is written. */
function nameOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return loopbacks.includes(hostname) ? 'localhost' : hostname
}

function mustHaveAsked(userVerified: boolean | undefined): void {
  if (userVerified) return
  throw APIError.from('BAD_REQUEST', {
    code: 'USER_NOT_VERIFIED',
    message: 'The device must verify the user with a PIN, a fingerprint or similar.',
  })
}
