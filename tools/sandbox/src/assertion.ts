import { createPublicKey, verify } from 'node:crypto'
import { isPlainObject } from './members.ts'

/** Claims of a JWT signed by a client (RFC 7523). */
export interface Assertion {
  iss: string
  sub: string
  aud: string
  exp: number
}

/**
 * Returns the claims of an RS256 JWT; undefined if it is invalid, or not signed by the named
 * client.
 */
export function verifyAssertion(
  jwt: string,
  certificateOf: (iss: string) => string | undefined,
): Assertion | undefined {
  const [head = '', payload = '', signature = ''] = jwt.split('.')
  const { alg } = decodePart(head)
  const { iss, sub, aud, exp } = decodePart(payload)
  if (alg !== 'RS256' || typeof iss !== 'string' || typeof sub !== 'string') return undefined
  if (typeof aud !== 'string' || typeof exp !== 'number') return undefined
  const certificate = certificateOf(iss)
  if (certificate === undefined) return undefined
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${payload}`),
    createPublicKey(certificate),
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? { iss, sub, aud, exp } : undefined
}

function decodePart(text: string): Record<string, unknown> {
  try {
    const part: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return isPlainObject(part) ? part : {}
  } catch {
    // Not a part of a JWT.
    return {}
  }
}
