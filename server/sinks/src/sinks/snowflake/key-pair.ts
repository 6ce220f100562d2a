import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { getNowMs } from '@platform/kernel/values'

/** Snowflake accepts up to an hour. */
const lifetimeMs = 3_600_000
/** How long before it expires a token is replaced. */
const earlyMs = 5 * 60_000

/** Parses an RSA key in PEM format; undefined if it is none, or is encrypted. */
export function parseSnowflakeKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    // The text is no key; its error would quote it.
    return undefined
  }
}

/**
 * Returns a function that resolves to a token of the user.
 * https://docs.snowflake.com/en/developer-guide/sql-api/authenticating#using-key-pair-authentication
 */
export function createSnowflakeTokens({
  accountIdentifier,
  user,
  privateKey,
}: {
  accountIdentifier: string
  user: string
  privateKey: string
}): () => Promise<string> {
  // A locator's region and cloud are no part of the account.
  const [account = ''] = accountIdentifier.split('.')
  const subject = `${account}.${user}`.toUpperCase()
  let key: { privateKey: KeyObject; fingerprint: string } | undefined
  let token: { text: string; expireTime: number } | undefined
  return async () => {
    const now = getNowMs()
    if (token && token.expireTime - earlyMs > now) return token.text
    key ??= readKey(privateKey)
    const text = await new SignJWT()
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(`${subject}.${key.fingerprint}`)
      .setSubject(subject)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + lifetimeMs) / 1000))
      .sign(key.privateKey)
    token = { text, expireTime: now + lifetimeMs }
    return text
  }
}

function readKey(pem: string) {
  const privateKey = parseSnowflakeKey(pem)
  if (!privateKey) throw new Error('The private key of the user is invalid.')
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return { privateKey, fingerprint: `SHA256:${hash('sha256', der, 'base64')}` }
}
