import { createPrivateKey, X509Certificate } from 'node:crypto'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { fillTemplate, TemplateError, templateVariables } from '@platform/connectors'
import type { ProjectId } from '@platform/contract'
import type { ClientCertificate, TenantEgress } from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { getNow } from '@platform/kernel/values'

/** Larger than any chain of certificates. */
const maxLength = 64 * 1024
const maxCertificates = 10

/**
 * Returns the project's egress for calls of a connection. It presents the connection's certificate
 * if the provider demands one.
 * @throws TemplateError for an unusable certificate or key, without its text
 */
export function openEgress(
  { egress }: Pick<Services, 'egress'>,
  {
    projectId,
    entry,
    values,
  }: { projectId: ProjectId; entry: CatalogueEntry; values: Readonly<Record<string, string>> },
): TenantEgress {
  return egress.forTenant(projectId, {
    clientCertificate: readCertificate(entry, values, getNow()),
  })
}

/**
 * Returns the certificate that the values contain; undefined if the provider demands none.
 * @throws TemplateError for an unusable certificate or key, without its text
 */
export function readCertificate(
  { info }: CatalogueEntry,
  values: Readonly<Record<string, string>>,
  now: Date,
): ClientCertificate | undefined {
  const templates = info.customOpts?.clientCertificate
  if (!templates) return undefined
  const reject = (template: string, message: string) => {
    throw new TemplateError(message, templateVariables(template))
  }
  const read = (template: string, label: RegExp, what: string): string[] => {
    const text = fillTemplate(template, values, { isOneLine: false })
    const blocks = text.length > maxLength ? [] : findBlocks(text, label)
    if (blocks.length === 0) reject(template, `The value must be ${what} in PEM format.`)
    return blocks
  }
  const { certificate, privateKey } = templates
  const chain = read(certificate, /^CERTIFICATE$/, 'a certificate')
  if (chain.length > maxCertificates)
    reject(certificate, 'The value contains too many certificates.')
  const [key = ''] = read(
    privateKey,
    /^(?:\w+ )?PRIVATE KEY$/,
    'a private key that is not encrypted',
  )
  try {
    const own = new X509Certificate(chain[0] ?? '')
    if (own.validToDate < now) {
      reject(certificate, `The certificate ended on ${own.validToDate.toISOString().slice(0, 10)}.`)
    }
    if (!own.checkPrivateKey(createPrivateKey(key))) {
      reject(privateKey, 'The private key does not belong to the certificate.')
    }
  } catch (error) {
    if (error instanceof TemplateError) throw error
    // The library's message is omitted because it may quote the key.
    reject(certificate, 'The certificate or its private key cannot be read.')
  }
  return { certificate: chain.join(''), privateKey: key }
}

/** Returns the blocks of a PEM text, plain or as base64, with the line breaks that forms remove. */
function findBlocks(text: string, label: RegExp): string[] {
  const plain = text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('latin1')
  return [...plain.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]+)-----END /g)]
    .filter(([, name = '']) => label.test(name) && !name.startsWith('ENCRYPTED'))
    .map(([, name, body = '']) => {
      const lines = body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
      return `-----BEGIN ${name}-----\n${lines.join('\n')}\n-----END ${name}-----\n`
    })
}

/**
 * Returns the error of a request that the provider ended because of the certificate; undefined for
 * other failures. Servers of TLS 1.3 may close the connection without a reason, like a faulty one.
 */
export function findCertificateRejection(
  { info }: CatalogueEntry,
  error: Error,
): ProviderError | undefined {
  if (!info.customOpts?.clientCertificate) return undefined
  const codes = [error, error.cause].map((one) => String((one as { code?: unknown } | null)?.code))
  if (
    !codes.some((code) => /^ERR_SSL_.*ALERT.*(?:CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/.test(code))
  )
    return undefined
  const name = info.displayName ?? info.name
  return new ProviderError('credentials', `${name} rejected the client certificate.`, {
    cause: error,
  })
}
