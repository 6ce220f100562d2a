import { parseRetryAfter, type ProviderResponse } from '@platform/connector'
import { readClockMs } from './clock.ts'

/** Returns the delay that a reply requests. */
export const retryAfterMs = (headers: ProviderResponse['headers']): number | undefined =>
  parseRetryAfter(getReplyHeader(headers, 'retry-after'), readClockMs())

/**
 * Reports whether the reply is an HTML page, such as a firewall's: it does not come from the
 * provider's API and proves nothing about permissions.
 */
export const isPage = ({ headers, body }: Pick<ProviderResponse, 'headers' | 'body'>): boolean =>
  typeof body === 'string' &&
  (/^text\/html\b/i.test(getReplyHeader(headers, 'content-type') ?? '') ||
    /^\uFEFF?\s*<(?:!doctype html|html)\b/i.test(body))

export function getReplyHeader(
  headers: ProviderResponse['headers'],
  name: string,
): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Returns all values of a header that is a list, such as `Link`. */
export function joinReplyHeader(
  headers: ProviderResponse['headers'],
  name: string,
): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
