import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { fillTemplate, TemplateError, templateVariables } from '@platform/connectors'
import type { ProjectId } from '@platform/contract'
import {
  CertificateError,
  readClientCertificate,
  type ClientCertificate,
  type TenantEgress,
} from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { getNow } from '@platform/kernel/values'

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
  const fill = (template: string) => fillTemplate(template, values, { isOneLine: false })
  const { certificate, privateKey } = templates
  try {
    return readClientCertificate(
      { certificate: fill(certificate), privateKey: fill(privateKey) },
      now,
    )
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    throw new TemplateError(error.message, templateVariables(templates[error.part]))
  }
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
