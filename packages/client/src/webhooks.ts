import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import type { NotificationMessage, WebhookMessage } from '@platform/contract'

export type { NotificationMessage, WebhookMessage }

export interface SignedWebhook {
  /** The raw body, exactly as received. */
  body: string | Uint8Array
  headers: Headers | Record<string, string | readonly string[] | undefined>
  /** The destination's signing key: `whsec_…`, or its public key `whpk_…` for Ed25519. */
  secret: string
  /** Maximum age of the timestamp. */
  toleranceSeconds?: number
  now?: Date
}

/** A webhook that is not from the platform, was modified or is too old. Answer 400 or 401. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

/**
 * Verifies a webhook by the Standard Webhooks specification and answers its message: a notification
 * has a `notificationType`, a message with records has an `action`. Throws a
 * `WebhookVerificationError` that says what is wrong.
 *
 * Messages arrive at least once: the header `webhook-id` stays the same when one is repeated.
 *
 * `verifyWebhook<Messages>(…)` has the types that `platform types` writes. They are not checked at run time.
 */
export function verifyWebhook<
  Message extends Pick<WebhookMessage, 'action' | 'objectName'> = WebhookMessage,
>(signed: SignedWebhook): NotificationMessage | Message
// `ReturnType` takes the last signature.
export function verifyWebhook(signed: SignedWebhook): NotificationMessage | WebhookMessage
export function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
  now = new Date(),
}: SignedWebhook): NotificationMessage | WebhookMessage {
  const text = readText(body)
  const id = getHeader(headers, 'webhook-id')
  const timestamp = getHeader(headers, 'webhook-timestamp')
  const signatures = getHeader(headers, 'webhook-signature').split(' ')

  const isSignedBy = createVerifier(secret)
  if (!signatures.some((signature) => isSignedBy(`${id}.${timestamp}.${text}`, signature))) {
    throw new WebhookVerificationError(
      'No signature of the webhook matches: check the signing key, and pass the raw body, not one that was parsed and written again.',
    )
  }

  const ageSeconds = now.getTime() / 1000 - Number(timestamp)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `The webhook's timestamp ${timestamp} is more than ${toleranceSeconds} s away from now.`,
    )
  }
  return parseMessage(text)
}

function readText(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8')
  throw new WebhookVerificationError(
    'The body must be the raw text or bytes of the request, before anything parsed it.',
  )
}

function getHeader(headers: SignedWebhook['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : anyCase(headers, name)
  const text = typeof value === 'string' ? value : value?.join(' ')
  if (!text) throw new WebhookVerificationError(`The webhook has no header ${name}.`)
  return text
}

const anyCase = (headers: Record<string, string | readonly string[] | undefined>, name: string) =>
  headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]

type Verifier = (content: string, signature: string) => boolean

/** Returns how signatures of the key are verified. Each has the form `v1,<base64>` or `v1a,<base64>`. */
function createVerifier(secret: string): Verifier {
  if (secret.startsWith('whpk_')) {
    const publicKey = toEd25519Key(Buffer.from(secret.slice('whpk_'.length), 'base64'))
    return (content, signature) => {
      const bytes = parseSignature(signature, 'v1a')
      return bytes?.length === 64 && verify(null, Buffer.from(content), publicKey, bytes)
    }
  }

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) throw new WebhookVerificationError('The signing key is empty.')
  return (content, signature) => {
    const bytes = parseSignature(signature, 'v1')
    const expected = createHmac('sha256', key).update(content).digest()
    return bytes?.length === expected.length && timingSafeEqual(bytes, expected)
  }
}

function toEd25519Key(bytes: Buffer) {
  if (bytes.length !== 32) {
    throw new WebhookVerificationError('The public key must be `whpk_` and 32 bytes in base64.')
  }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }
  return createPublicKey({ format: 'jwk', key: jwk })
}

function parseSignature(signature: string, version: string): Buffer | undefined {
  const [ofVersion, base64] = signature.split(',')
  // `Buffer.from` would ignore invalid base64 and everything after it.
  const isBase64 = ofVersion === version && /^[\w+/-]+={0,2}$/.test(base64 ?? '')
  return isBase64 ? Buffer.from(base64!, 'base64') : undefined
}

function parseMessage(text: string): NotificationMessage | WebhookMessage {
  try {
    return JSON.parse(text) as NotificationMessage | WebhookMessage
  } catch (cause) {
    throw new WebhookVerificationError('The body of the webhook is not JSON.', { cause })
  }
}
