import { importPKCS8, SignJWT } from 'jose'
import type { DemoUser } from './people.ts'

const lifetimeSeconds = 600

/**
 * Signs the tokens with which the UI library acts for a user. A builder's backend needs nothing
 * else.
 */
export async function tokenSigner({ privateKeyPem, keyId }: SigningKey) {
  const key = await importPKCS8(privateKeyPem, 'RS256')

  return (user: DemoUser): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({
      groupRef: user.companyId,
      consumerRef: user.id,
      // In a product, only for people who may choose where data of their company is sent.
      managesDestinations: true,
    })
      .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
      .setSubject(user.id)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(key)
  }
}

interface SigningKey {
  privateKeyPem: string
  /** ID of the public key registered with the project. */
  keyId: string
}
