import {
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
} from '@platform/connector'
import { requireValue } from '../require-value.ts'

/** Returns the error, marked as one of a call that may have been executed anyway. */
export const outcomeUnknownError = (error: ProviderError): ProviderError =>
  new ProviderError(error.failure, error.message, {
    status: error.status,
    code: error.code,
    retryAfterMs: error.retryAfterMs,
    fieldNames: error.fieldNames,
    isOutcomeUnknown: true,
    cause: error.cause ?? error,
  })

/**
 * Sends a writing call and returns what `read` extracts from the reply. Without a readable reply,
 * the outcome is unknown; 503 and 403 mean that it was not executed (RFC 9110, sections 15.6.4 and
 * 15.5.4), whoever sent them.
 */
export async function writeCall<T>(
  client: ProviderClient,
  request: ProviderRequest,
  read: (response: ProviderResponse) => T,
): Promise<T> {
  const response = await client.request(request).catch((error: unknown) => {
    // Token requests may have any status; without a token, this request was not accepted.
    throw asOfCall(error, ({ isOutcomeUnknown }) => isOutcomeUnknown)
  })
  try {
    return read(response)
  } catch (error) {
    throw asOfCall(error, ({ status, failure, isOutcomeUnknown }) => {
      if (status === undefined) return isOutcomeUnknown
      return failure === 'unavailable' && status !== 503 && status !== 403
    })
  }
}

function asOfCall(error: unknown, isUnknown: (error: ProviderError) => boolean): unknown {
  if (!(error instanceof ProviderError)) return error
  return error.failure === 'too-large' || isUnknown(error) ? outcomeUnknownError(error) : error
}

/** Returns the caller's headers, all of which the provider allows callers to set. */
export function callerHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  allowed: RegExp | undefined,
): Record<string, string> {
  const lower = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const foreign = lower.find(([name]) => !allowed?.test(requireValue(name)))
  if (foreign) {
    throw new ProviderError('bad-request', `The header ${foreign[0]} cannot be set by callers.`)
  }
  return Object.fromEntries(lower)
}
