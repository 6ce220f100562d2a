import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { ClientCertificate } from './own-tls.ts'

/** Larger than any chain of certificates. */
const maxLength = 64 * 1024
const maxCertificates = 10

/** A certificate or key that cannot be used. The message repeats nothing of it. */
export class CertificateError extends Error {
  override name = 'CertificateError'
  readonly part: 'certificate' | 'privateKey'

  constructor(part: 'certificate' | 'privateKey', message: string) {
    super(message)
    this.part = part
  }
}

/**
 * Returns a certificate, with its chain, and its key.
 * @throws CertificateError if they cannot be read or used, or do not belong together
 */
export function readClientCertificate(given: ClientCertificate, now: Date): ClientCertificate {
  const chain = readChain(given.certificate, 'a certificate')
  const [key] = findBlocks(given.privateKey, /^(?:\w+ )?PRIVATE KEY$/)
  if (key === undefined) {
    throw new CertificateError(
      'privateKey',
      'The value must be a private key that is not encrypted in PEM format.',
    )
  }
  try {
    const own = new X509Certificate(chain[0] ?? '')
    if (own.validToDate < now) {
      const date = own.validToDate.toISOString().slice(0, 10)
      throw new CertificateError('certificate', `The certificate ended on ${date}.`)
    }
    if (!own.checkPrivateKey(createPrivateKey(key))) {
      throw new CertificateError(
        'privateKey',
        'The private key does not belong to the certificate.',
      )
    }
  } catch (error) {
    if (error instanceof CertificateError) throw error
    // The library's message is omitted because it may quote the key.
    throw new CertificateError('certificate', 'The certificate or its private key cannot be read.')
  }
  return { certificate: chain.join(''), privateKey: key }
}

/**
 * Returns the certificates of authorities.
 * @throws CertificateError if they cannot be read
 */
export function readAuthorities(text: string): string {
  const blocks = readChain(text, 'certificates of authorities')
  try {
    for (const block of blocks) new X509Certificate(block)
  } catch {
    throw new CertificateError('certificate', 'The certificate cannot be read.')
  }
  return blocks.join('')
}

function readChain(text: string, what: string): string[] {
  const chain = findBlocks(text, /^CERTIFICATE$/)
  if (chain.length === 0)
    throw new CertificateError('certificate', `The value must be ${what} in PEM format.`)
  if (chain.length > maxCertificates)
    throw new CertificateError('certificate', 'The value contains too many certificates.')
  return chain
}

/** Returns the blocks of a PEM text, plain or as base64, with the line breaks that forms remove. */
function findBlocks(text: string, label: RegExp): string[] {
  if (text.length > maxLength) return []
  const plain = text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('latin1')
  return [...plain.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]+)-----END /g)]
    .filter(([, name = '']) => label.test(name) && !name.startsWith('ENCRYPTED'))
    .map(([, name, body = '']) => {
      const lines = body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
      return `-----BEGIN ${name}-----\n${lines.join('\n')}\n-----END ${name}-----\n`
    })
}
