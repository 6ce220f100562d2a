import { access, constants } from 'node:fs/promises'
import type { LogUrl } from './log-url.ts'
import { MessageLogError } from '@platform/delivery/notifications/message-log/message-log'

/** Codes of errors for certificates of an unknown CA. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
])

/** @throws MessageLogError if a file that the URL names cannot be read */
export async function checkFiles(
  setting: string,
  { options: { tls }, credentialsFile }: LogUrl,
): Promise<void> {
  for (const file of [tls?.caFile, tls?.certFile, tls?.keyFile, credentialsFile]) {
    if (file === undefined) continue
    try {
      await access(file, constants.R_OK)
    } catch (error) {
      throw new MessageLogError(
        'settings',
        `${setting} names the file ${file}, which cannot be read (${getShortReason(error)}). Correct its path or its permissions.`,
        { cause: error },
      )
    }
  }
}

/**
 * Returns what to throw for a connection that will not succeed until somebody changes a setting;
 * undefined if another attempt may succeed. No message contains a password.
 */
export function explainConnectionError(
  error: unknown,
  { setting, addresses }: { setting: string; addresses: string },
): MessageLogError | undefined {
  const reason = getShortReason(error)
  const wrong = (words: string) => new MessageLogError('settings', words, { cause: error })
  // A node that is too busy to read the credentials reports a timeout.
  if (getErrorName(error) === 'AuthorizationError' && !/timeout/i.test(reason)) {
    return wrong(
      `The message log at ${addresses} rejects the user in ${setting} (${reason}). Correct the credentials.`,
    )
  }
  const code = getErrorCode(error)
  if (untrusted.has(code)) {
    return wrong(
      `${setting}: the CA of the certificate of the message log at ${addresses} is not trusted (${reason}). Name the file with that CA: ?ca=/path/ca.pem.`,
    )
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return wrong(
      `${setting}: the certificate of the message log at ${addresses} is for other names (${reason}). Use a name of the certificate, or issue one for this name.`,
    )
  }
  if (/^ERR_OSSL|^ERR_CRYPTO/.test(code)) {
    return wrong(
      `${setting} names a file with an invalid certificate or key (${reason}). Use files in PEM format, and the key of the certificate.`,
    )
  }
  if (/unable to parse credentials/.test(reason)) {
    return wrong(
      `${setting} names a file of credentials without the JWT and the seed of a user (${reason}). Use a file of nsc.`,
    )
  }
  if (/does not support 'tls'/.test(reason)) {
    return wrong(
      `${setting}: the message log at ${addresses} does not encrypt connections. Configure TLS at its nodes, or use nats:// in a trusted network.`,
    )
  }
  return undefined
}

/** Returns why no node answers, for the time being. */
export function noNodeAnswers(
  error: unknown,
  setting: string,
  { addresses, options: { tls } }: LogUrl,
): MessageLogError {
  // A node that requires a certificate does not answer a client without one that it trusts.
  const mayLackCertificate = tls && getErrorName(error) === 'TimeoutError'
  const hint = mayLackCertificate
    ? ' If they require a certificate of their clients, name the files of one that they trust: ?cert=/path/cert.pem&key=/path/key.pem.'
    : ''
  return new MessageLogError(
    'unreachable',
    `${setting}: no node of the message log answers at ${addresses} (${getShortReason(error)}). Start the nodes or correct their addresses.${hint}`,
    { cause: error },
  )
}

const getErrorName = (error: unknown) => (error instanceof Error ? error.name : '')

/** Returns the message of an error, without the hints of Node after a semicolon. */
const getShortReason = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/;.*/s, '')

/** Returns the code of the error or of its cause; empty if there is none. */
function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return getErrorCode(error.cause)
}
