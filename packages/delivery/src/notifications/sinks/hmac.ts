import { hash } from 'node:crypto'

const blockBytes = 64
const hashBytes = 32

/** Content is signed in a buffer that has so many bytes before it, which are overwritten. */
export const roomBefore = blockBytes

/**
 * HMAC with SHA-256 in base64 (RFC 2104), by Node's hash of one call: its own HMAC makes objects for
 * each text that only the collection of garbage gives back, which costs more than the hashing.
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
