import {
  createHmac,
  createPrivateKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'

/** The signing keys of a webhook, as they are sealed. */
export interface SigningKeys {
  /** `whsec_…` */
  secret: string
  /** PKCS #8 in base64, and its public half as `whpk_…`. */
  ed25519: { privateKey: string; publicKey: string }
  /** The keys before the last rotation, used as well until then. */
  previous?: { secret: string; ed25519: { privateKey: string; publicKey: string }; until: number }
}

const overlapMs = 24 * 3600 * 1000

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

/** New keys, with the present ones in use beside them for 24 hours. */
export const rotated = ({ secret, ed25519 }: SigningKeys, now: number): SigningKeys => ({
  ...newSigningKeys(),
  previous: { secret, ed25519, until: now + overlapMs },
})

/** Writes the `webhook-signature` of a message: https://www.standardwebhooks.com */
export type Signer = (id: string, timestamp: number, body: string, now: number) => string

export function createSigner(keys: SigningKeys, { ed25519 }: { ed25519: boolean }): Signer {
  const current = signatures(keys, ed25519)
  const previous = keys.previous && signatures(keys.previous, ed25519)
  const until = keys.previous?.until ?? 0
  return (id, timestamp, body, now) => {
    const content = `${id}.${timestamp}.${body}`
    return previous && now < until ? `${current(content)} ${previous(content)}` : current(content)
  }
}

function signatures(keys: Pick<SigningKeys, 'secret' | 'ed25519'>, ed25519: boolean) {
  const secret = createSecretKey(Buffer.from(keys.secret.slice('whsec_'.length), 'base64'))
  const hmac = (content: string) =>
    `v1,${createHmac('sha256', secret).update(content).digest('base64')}`
  if (!ed25519) return hmac
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.from(keys.ed25519.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  return (content: string) =>
    `${hmac(content)} v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`
}
