import { importPKCS8, SignJWT } from 'jose'
import type { DemoUser } from './people.ts'

const lifetimeSeconds = 600

/** Signs tokens with which the UI library acts for one user: this is all a builder's backend does. */
export async function tokenSigner({ privateKeyPem, keyId }: SigningKey) {
  const key = await importPKCS8(privateKeyPem, 'RS256')

  return (user: DemoUser): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ groupRef: user.companyId, consumerRef: user.id })
      .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
      .setSubject(user.id)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(key)
  }
}

interface SigningKey {
  privateKeyPem: string
  /** The ID under which the project registered the public key. */
  keyId: string
}
