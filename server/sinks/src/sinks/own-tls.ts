import type {
  DestinationCredentials,
  DestinationMetadata,
  InputValidationIssue,
} from '@platform/contract'
import {
  CertificateError,
  readAuthorities,
  readClientCertificate,
  type OwnTls,
} from '@platform/kernel/egress'
import { getNow } from '@platform/kernel/values'
import { issue } from './sink.ts'

/**
 * Returns a destination's own authorities, and the certificate to present. One that has ended is
 * presented as well: the receiver's refusal is then in the attempt.
 * @throws CertificateError
 */
export function readOwnTls(
  { caCertificate }: DestinationMetadata,
  { clientCertificate, clientKey }: DestinationCredentials,
): OwnTls {
  return {
    ...(caCertificate && { authorities: readAuthorities(caCertificate) }),
    ...(clientCertificate &&
      clientKey && {
        clientCertificate: readClientCertificate(
          { certificate: clientCertificate, privateKey: clientKey },
          new Date(0),
        ),
      }),
  }
}

/** Returns the issues of certificates of authorities. */
export const authorityIssues = (caCertificate: string): InputValidationIssue[] =>
  check({ certificate: 'metadata.caCertificate' }, () => readAuthorities(caCertificate))

/** Returns the issues of a client certificate and its key, of which neither is enough. */
export const clientCertificateIssues = ({
  clientCertificate: certificate = '',
  clientKey: privateKey = '',
}: DestinationCredentials): InputValidationIssue[] =>
  certificate || privateKey
    ? check({ certificate: 'secrets.clientCertificate', privateKey: 'secrets.clientKey' }, () =>
        readClientCertificate({ certificate, privateKey }, getNow()),
      )
    : []

function check(
  names: { certificate: string; privateKey?: string },
  read: () => unknown,
): InputValidationIssue[] {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    return [issue(names[error.part] ?? names.certificate, error.message)]
  }
}
