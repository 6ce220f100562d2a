import { APIError } from '@better-auth/core/error'
import { passkey } from '@better-auth/passkey'

const loopbacks = ['127.0.0.1', '[::1]']

/**
 * Passkeys, which the device uses only after a PIN, fingerprint or the like. That makes them two
 * factors, so an unverified use is rejected.
 */
export const passkeys = ({ publicUrl, origins }: { publicUrl: string; origins: string[] }) =>
  passkey({
    rpID: getRelyingPartyId(publicUrl),
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

/** Returns the domain that browsers bind passkeys to; all names of this machine are `localhost`. */
function getRelyingPartyId(publicUrl: string): string {
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
