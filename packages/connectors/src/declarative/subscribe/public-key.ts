import { createPublicKey, verify, type KeyObject } from 'node:crypto'

/**
 * Public keys that verify deliveries, as providers show them: PEM, its content in one line (DER,
 * base64), or for Ed25519 the 32 bytes in hexadecimal or base64.
 */

export type KeyAlgorithm = 'ed25519' | 'ecdsa-p256'

/** DER of an Ed25519 public key before its 32 bytes (RFC 8410, section 4). */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

const base64Pattern = /^[A-Za-z\d+/_-]+={0,2}$/

/** Returns the key; undefined if the text is none of the algorithm. */
export function readPublicKey(algorithm: KeyAlgorithm, text: string): KeyObject | undefined {
  const der = decodeKeyText(text)
  if (!der) return undefined
  try {
    const isBare = algorithm === 'ed25519' && der.length === 32
    const content = isBare ? Buffer.concat([ed25519Prefix, der]) : der
    const key = createPublicKey({ key: content, format: 'der', type: 'spki' })
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
    const isOfAlgorithm =
      algorithm === 'ed25519'
        ? type === 'ed25519'
        : type === 'ec' && details?.namedCurve === 'prime256v1'
    return isOfAlgorithm ? key : undefined
  } catch {
    return undefined
  }
}

function decodeKeyText(text: string): Buffer | undefined {
  // Forms and shells replace line ends of a PEM.
  const content = text
    .replaceAll(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '')
    .replaceAll(/\\n|\s/g, '')
  if (/^[\da-f]{64}$/i.test(content)) return Buffer.from(content, 'hex')
  return base64Pattern.test(content) ? Buffer.from(content, 'base64') : undefined
}

/** Reports whether the text is the signature of the content in this encoding, and nothing else. */
export function isSignedByKey(
  algorithm: KeyAlgorithm,
  key: KeyObject,
  { text, encoding, content }: { text: string; encoding: 'hex' | 'base64'; content: Buffer },
): boolean {
  // `Buffer.from` ignores what follows the first unknown character.
  const isWhole = encoding === 'hex' ? /^(?:[\da-f]{2})+$/i.test(text) : base64Pattern.test(text)
  if (!isWhole) return false
  const signature = Buffer.from(text, encoding)
  return verify(algorithm === 'ed25519' ? null : 'sha256', content, key, signature)
}
