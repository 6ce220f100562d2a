import type { ProviderResponse } from '@platform/connector'
import type { Refusals } from './errors.ts'
import type { Position } from './position.ts'
import type { Reading } from './resolve.ts'

/**
 * Reports whether a reply says that there is nothing: no content, or nothing that has changed since the
 * time of the request.
 */
export const isNothing = ({ status, body }: ProviderResponse, isIncremental: boolean): boolean =>
  status === 204 ||
  status === 205 ||
  (status === 304 && isIncremental) ||
  (status === 200 && typeof body === 'string' && /^\uFEFF?\s*$/.test(body))

/**
 * Returns why a page without content may lack records. A list that has a cursor ends without one, and the
 * list of all records is not a reply that was cut.
 */
export function takeNothing(
  { paging: { style } }: Pick<Reading, 'paging'>,
  position: Position,
  { status }: ProviderResponse,
): { doubt?: string } {
  const hasCursor = style === 'cursor' || style === 'nextUrl' || style === 'linkHeader'
  if (hasCursor && position.at !== undefined) {
    return { doubt: 'The reply of a page that the provider named has no content.' }
  }
  if (status === 200) {
    return { doubt: 'The reply has no body, which does not show that the list is empty.' }
  }
  return {}
}

/** Returns why a page after one that may have been the last was rejected; undefined if it was not. */
export function whyNoPage(response: ProviderResponse, refusals: Refusals): string | undefined {
  if (![400, 404, 410, 416, 422].includes(response.status)) return undefined
  const error = refusals.toProviderError(response)
  const isRejected = ['bad-request', 'not-found'].includes(error.failure)
  if (!isRejected) return undefined
  return `The provider rejected the page after a short one, so its end is not certain. If status ${response.status} means that there are no more records, declare it (emptyStatus). ${error.message}`
}
