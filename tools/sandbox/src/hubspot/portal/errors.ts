import { randomUUID } from 'node:crypto'

export interface ErrorDetail {
  message: string
  code?: string
  category?: string
  subCategory?: string
  context?: Record<string, string[]>
}

/** An error in the format of HubSpot's API. */
export class HubSpotError extends Error {
  readonly status: number
  readonly extra: Record<string, unknown>

  constructor(status: number, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.extra = extra
  }

  get body(): unknown {
    return {
      status: 'error',
      message: this.message,
      correlationId: randomUUID(),
      ...this.extra,
    }
  }
}

export const portalNotFound = () => new HubSpotError(404, 'resource not found')

export const validationError = (message: string, extra: Record<string, unknown> = {}) =>
  new HubSpotError(400, message, { category: 'VALIDATION_ERROR', ...extra })

export const makeExpiredTokenError = (minutesAgo: number) =>
  new HubSpotError(
    401,
    `The OAuth token used to make this call expired ${minutesAgo} minute(s) ago.`,
    { category: 'EXPIRED_AUTHENTICATION' },
  )

export const missingCredentials = () =>
  new HubSpotError(
    401,
    'Authentication credentials not found. This API supports OAuth 2.0 authentication and you can ' +
      'find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview',
    { category: 'INVALID_AUTHENTICATION' },
  )

export const missingScopes = (scopes: string[]) =>
  new HubSpotError(403, 'One or more of the following scopes are required.', {
    category: 'MISSING_SCOPES',
    context: { requiredGranularScopes: scopes },
    links: { scopes: 'https://developers.hubspot.com/scopes' },
  })

export type RatePolicy = 'TEN_SECONDLY_ROLLING' | 'SECONDLY' | 'DAILY'

export const rateLimited = (policyName: RatePolicy) =>
  new HubSpotError(429, `You have reached your ${policyName.toLowerCase()} limit.`, {
    errorType: 'RATE_LIMIT',
    policyName,
    requestId: randomUUID(),
  })
