import { hash } from 'node:crypto'

const blockBytes = 64
const hashBytes = 32

/** Number of bytes reserved before the content in its buffer, which signing overwrites. */
export const roomBefore = blockBytes

/**
 * Returns a function that computes HMAC-SHA-256 in base64 (RFC 2104) with Node's one-shot hash.
 * Node's own HMAC creates objects per text whose garbage collection costs more than the hashing.
 */
export function createHmacSha256(secret: Buffer): (padded: Buffer) => string {
  const key = secret.length > blockBytes ? hash('sha256', secret, 'buffer') : secret
  const inner = Buffer.alloc(blockBytes, 0x36)
  const outer = Buffer.alloc(blockBytes + hashBytes, 0x5c)
  for (const [at, byte] of key.entries()) {
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  return (padded) => {
    padded.set(inner)
    outer.write(hash('sha256', padded, 'latin1'), blockBytes, 'latin1')
    return hash('sha256', outer, 'base64')
  }
}
