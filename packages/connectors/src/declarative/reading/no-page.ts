import type { ProviderResponse } from '@platform/connector'
import type { Refusals } from '../calls/errors.ts'
import type { Position } from './position-state.ts'
import type { Reading } from '../calls/resolve.ts'
import { looksFull } from '../calls/usual-sizes.ts'

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
  { paging: { style }, graphql }: Pick<Reading, 'paging' | 'graphql'>,
  position: Position,
  { status }: ProviderResponse,
): { doubt?: string } {
  const hasCursor = style === 'cursor' || style === 'nextUrl' || style === 'linkHeader'
  if (hasCursor && position.at !== undefined) {
    return { doubt: 'The reply of a page that the provider named has no content.' }
  }
  if (status === 200 || (graphql && status !== 304)) {
    return { doubt: 'The reply has no body, which does not show that the list is empty.' }
  }
  return {}
}

/** Successes of a reply with a whole page, or without one. */
const usualStatuses = new Set([200, 201, 203, 204, 205, 304])

/** Returns why a page may lack records by its status; undefined if it is a usual one, or names its range. */
export const whyPart = ({ status, headers }: ProviderResponse): string | undefined =>
  usualStatuses.has(status) || status >= 300 || (status === 206 && headers['content-range'])
    ? undefined
    : `The reply has status ${status}, which does not show that the list is whole.`

/**
 * Returns whether the list may lack records, and why, if the status of the reply means an empty list: a page that the
 * previous one named is hardly empty. Undefined for other replies, such as the text of a gateway.
 */
export function takeEmptyStatus(
  { emptyStatus, paging: { style } }: Pick<Reading, 'emptyStatus' | 'paging'>,
  position: Position,
  { status, body }: ProviderResponse,
): { doubt?: string } | undefined {
  const isText = typeof body === 'string' && body.trim() !== ''
  if (status !== emptyStatus || isText) return undefined
  const isNamed = style === 'cursor' || style === 'nextUrl' || style === 'linkHeader'
  return isNamed && position.at !== undefined
    ? {
        doubt: `The provider answered status ${status} for a page that the previous one named, so records may be missing.`,
      }
    : {}
}

/**
 * Returns whether the list may lack records, and why, if a page after the first of a list without a cursor was
 * rejected, which may mean that there is none; undefined if it was not.
 */
export function whyNoPage(
  { paging: { style } }: Pick<Reading, 'paging'>,
  position: Position,
  response: ProviderResponse,
  refusals: Refusals,
): { doubt: string | undefined } | undefined {
  const isCounted = style === 'page' || style === 'offset' || style === 'lastId'
  if (!isCounted || position.at === undefined || position.more) return undefined
  if (![400, 404, 410, 416, 422].includes(response.status)) return undefined
  const error = refusals.toProviderError(response)
  const isRejected = ['bad-request', 'not-found'].includes(error.failure)
  if (!isRejected) return undefined
  const { total, found } = position
  // The list has as many records as it says, unless it counts up to a limit.
  const isLimit = total !== undefined && total >= 1_000 && looksFull(total)
  if (total !== undefined && found === total && !isLimit) return { doubt: undefined }
  const kind = position.short ? 'a short one' : 'the last one'
  const doubt = `The provider rejected the page after ${kind}, so its end is not certain. If status ${response.status} means that there are no more records, declare it (emptyStatus). ${error.message}`
  return { doubt }
}
