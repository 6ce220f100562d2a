import {
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { must } from '../must.ts'

/** The same refusal, of a call that may have been carried out all the same. */
export const outcomeUnknown = (error: ProviderError): ProviderError =>
  new ProviderError(error.failure, error.message, {
    status: error.status,
    code: error.code,
    retryAfterMs: error.retryAfterMs,
    fieldNames: error.fieldNames,
    isOutcomeUnknown: true,
    cause: error.cause ?? error,
  })

/**
 * Sends a call that writes and answers what `read` makes of the reply. Without an answer, or with
 * one that cannot be read, nobody knows whether it was carried out; a 503 and a 403 say that it was not
 * (RFC 9110, sections 15.6.4 and 15.5.4), whoever says so.
 */
export async function writeCall<T>(
  client: ProviderClient,
  request: ProviderRequest,
  read: (response: ProviderResponse) => T,
): Promise<T> {
  try {
    return read(await client.request(request))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 503 || error.status === 403) throw error
    const wasAnswered = error.status !== undefined
    const isUnknown = wasAnswered
      ? ['unavailable', 'too-large'].includes(error.failure)
      : error.isOutcomeUnknown || error.failure === 'too-large'
    throw isUnknown ? outcomeUnknown(error) : error
  }
}

/** The caller's headers, all of which the provider lets a caller set. */
export function callerHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  allowed: RegExp | undefined,
): Record<string, string> {
  const lower = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const foreign = lower.find(([name]) => !allowed?.test(must(name)))
  if (foreign) {
    throw new ProviderError('bad-request', `The header ${foreign[0]} cannot be set by a caller.`)
  }
  return Object.fromEntries(lower)
}
