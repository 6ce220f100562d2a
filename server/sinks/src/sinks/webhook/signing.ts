import {
  createHmac,
  createPrivateKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'

interface KeyPair {
  /** `whsec_…` */
  secret: string
  /** PKCS #8 in base64, and its public key as `whpk_…`. */
  ed25519: { privateKey: string; publicKey: string }
}

/** The signing keys of a webhook, as encrypted. */
export interface SigningKeys extends KeyPair {
  /** Earlier keys, latest first, also used until their time. */
  former?: (KeyPair & { until: number })[]
}

const defaultOverlapMs = 24 * 3600 * 1000
/** Limits the length of headers, however often the secret is rotated. */
const maxFormer = 4

export function newSigningKeys(): SigningKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicBytes = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url')
  return {
    secret: `whsec_${randomBytes(32).toString('base64')}`,
    ed25519: {
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      publicKey: `whpk_${publicBytes.toString('base64')}`,
    },
  }
}

/** Generates new keys and keeps the current ones in use for the overlap, by default 24 hours. */
export const rotateSecrets = (
  { secret, ed25519, former = [] }: SigningKeys,
  now: number,
  overlapMs = defaultOverlapMs,
): SigningKeys => ({
  ...newSigningKeys(),
  former: [{ secret, ed25519, until: now + overlapMs }, ...former]
    .filter(({ until }) => now < until)
    .slice(0, maxFormer),
})

/**
 * Returns until when messages also have signatures of earlier keys; undefined if they have none.
 */
export function formerKeyUntil({ former = [] }: SigningKeys, now: number): Date | undefined {
  const until = Math.max(0, ...former.map((pair) => pair.until))
  return now < until ? new Date(until) : undefined
}

/** The body as sent, and the `webhook-signature` of exactly these bytes. */
export interface Signed {
  signature: string
  bytes: Buffer
}

/** Signs a message: https://www.standardwebhooks.com */
export type Signer = (id: string, timestamp: number, body: string, now: number) => Signed

export function createSigner(keys: SigningKeys, { ed25519 }: { ed25519: boolean }): Signer {
  const current = signatures(keys, ed25519)
  const former = (keys.former ?? []).map((pair) => ({
    signed: signatures(pair, ed25519),
    until: pair.until,
  }))
  return (id, timestamp, body, now) => {
    const head = `${id}.${timestamp}.`
    // Serialized once for all signatures and for sending.
    const content = Buffer.allocUnsafe(head.length + Buffer.byteLength(body))
    content.write(head, 'latin1')
    content.write(body, head.length)
    let signature = current(content)
    for (const { signed, until } of former) if (now < until) signature += ` ${signed(content)}`
    return { signature, bytes: content.subarray(head.length) }
  }
}

function signatures(keys: KeyPair, ed25519: boolean): (content: Buffer) => string {
  const secret = createSecretKey(keys.secret.slice('whsec_'.length), 'base64')
  const hmac = (content: Buffer) =>
    `v1,${createHmac('sha256', secret).update(content).digest('base64')}`
  if (!ed25519) return hmac
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.from(keys.ed25519.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  return (content) => `${hmac(content)} v1a,${sign(null, content, privateKey).toString('base64')}`
}
