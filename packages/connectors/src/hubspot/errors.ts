import { ProviderError, type ProviderFailure, type ProviderResponse } from '@platform/connector'
import { isMembers, getTextMember } from '../members.ts'
import { getReplyHeader, isPage, retryAfterMs } from '../reply-headers.ts'

interface HubSpotError {
  message?: string
  category?: string
  errorType?: string
  policyName?: string
  context?: Record<string, unknown>
  errors?: { message?: string; code?: string; context?: Record<string, unknown> }[]
}

const failureByStatus: Readonly<Record<number, ProviderFailure>> = {
  401: 'credentials',
  403: 'permission',
  404: 'not-found',
  423: 'unavailable',
  429: 'rate-limit',
  // The account is being moved to another data centre.
  477: 'unavailable',
}

/** Converts a reply to an error. */
export function hubspotError(response: ProviderResponse): ProviderError {
  const { status } = response
  const error = parseError(response)
  return new ProviderError(classifyFailure(response), formatMessage(error, status), {
    status,
    code: error.errors?.[0]?.code ?? error.category ?? error.errorType,
    retryAfterMs: status === 429 ? rateLimitPause(response, error) : retryAfterMs(response.headers),
    isDailyLimit: status === 429 && isDailyLimit(error),
    fieldNames: propertyNames(error),
  })
}

function classifyFailure(response: ProviderResponse): ProviderFailure {
  const { status } = response
  if (status >= 500 || status < 400) return 'unavailable'
  if (status === 403 && isPage(response)) return 'unavailable'
  return failureByStatus[status] ?? 'bad-request'
}

/** Members of unexpected types are left out: proxies and gateways answer in forms of their own. */
function parseError({ body }: ProviderResponse): HubSpotError {
  const texts = ['message', 'category', 'errorType', 'policyName'] as const
  return isMembers(body)
    ? {
        ...Object.fromEntries(texts.map((name) => [name, getTextMember(body, name)])),
        ...(isMembers(body['context']) && { context: body['context'] }),
        errors: parseDetails(body['errors']),
      }
    : {}
}

const parseDetails = (errors: unknown): NonNullable<HubSpotError['errors']> =>
  (Array.isArray(errors) ? errors : []).filter(isMembers).map((one) => ({
    ...(typeof one['message'] === 'string' && { message: one['message'] }),
    ...(typeof one['code'] === 'string' && { code: one['code'] }),
    ...(isMembers(one['context']) && { context: one['context'] }),
  }))

function formatMessage({ message, context, errors = [] }: HubSpotError, status: number): string {
  if (!message) return `HubSpot replied with status ${status} and an unreadable body.`
  // The message contains a JSON list; `errors` has the same as sentences.
  const sentences = errors.flatMap((error) => error.message ?? [])
  if (message.startsWith('Property values were not valid: [') && sentences.length > 0) {
    return sentences.join(' ')
  }
  const scopes = context?.requiredGranularScopes
  return Array.isArray(scopes) && scopes.length > 0
    ? `${message.replace(/\.$/, '')}: ${scopes.join(', ')}`
    : message
}

/** Replies about an exhausted limit rarely contain its duration, but always its name. */
function rateLimitPause(
  { headers }: ProviderResponse,
  { policyName, message }: HubSpotError,
): number | undefined {
  const asked = retryAfterMs(headers)
  if (asked !== undefined) return asked
  if (policyName === 'SECONDLY' || message?.includes('secondly limit')) return 1_000
  if (policyName === 'TEN_SECONDLY_ROLLING') {
    return Number(getReplyHeader(headers, 'x-hubspot-ratelimit-interval-milliseconds')) || 10_000
  }
  return undefined
}

/** It renews at midnight in the account's time zone, which is unknown. */
const isDailyLimit = ({ policyName, message = '' }: HubSpotError) =>
  policyName === 'DAILY' || message.includes('daily limit')

/** Returns the properties that an error is about. */
export const propertyNames = ({ errors = [] }: Pick<HubSpotError, 'errors'>): string[] => [
  ...new Set(
    errors.flatMap(({ context }) =>
      Array.isArray(context?.propertyName) ? context.propertyName.map(String) : [],
    ),
  ),
]
