import type { CatalogueEntry, ProviderError } from '@platform/connector'
import { NoFreeConnectionError } from '@platform/kernel/egress'
import { Problem, type ProblemOptions } from '@platform/kernel/problems/problem'
import { TooManyCallsError } from '../budgets/too-many-calls.ts'
import { findBlockRemedy, getNow } from '@platform/kernel/values'

/**
 * Maps a provider's rejection or missing reply to a problem for the caller. `purpose` completes "It
 * refused …", such as "to describe Contact".
 */
export function rejectionProblem(
  error: ProviderError,
  { info }: Pick<CatalogueEntry, 'info'>,
  purpose: string,
): Problem {
  const { failure, message, code, retryAfterMs } = error
  const provider = info.displayName ?? info.name
  const reason = message.replace(/\.$/, '')
  const details = {
    causes: [message],
    context: { ...(code !== undefined && { providerErrorCode: code }) },
    cause: error,
  }
  if (failure === 'credentials') {
    return new Problem('credentials-refused', {
      ...details,
      detail: `${provider} no longer accepts the credentials of the connection.`,
      remedy: findBlockRemedy(message) ?? 'Ask the end user to sign in again.',
    })
  }
  if (error.isBuildersToMend) return forBuilder(error, details)
  if (error instanceof TooManyCallsError) return tooManyCalls(error)
  if (error.cause instanceof NoFreeConnectionError) return noFreeConnection(error.cause)
  if (error.isOutage) {
    return new Problem('provider-unavailable', {
      ...details,
      detail:
        failure === 'rate-limit'
          ? `${provider} allows no more calls at the moment (asked ${purpose}): ${reason}.`
          : `${provider} did not respond when asked ${purpose}: ${reason}.`,
      ...(retryAfterMs !== undefined && { retryAfter: getNow(retryAfterMs) }),
    })
  }
  if (failure === 'too-large') {
    return new Problem('provider-refused', {
      ...details,
      detail: `The reply of ${provider} is too large (${purpose}): ${reason}.`,
      remedy: 'Request fewer records or fields.',
    })
  }
  return new Problem('provider-refused', {
    ...details,
    detail: `${provider} refused ${purpose}: ${reason}.`,
  })
}

/** The OAuth client of the project is missing or rejected: the end user cannot fix it. */
export const forBuilder = (error: ProviderError, details: ProblemOptions = {}): Problem =>
  new Problem('provider-refused', {
    causes: [error.message],
    ...details,
    detail: error.message,
    remedy:
      'Fix the client ID and secret of the provider app, or add one. Users do not need to sign in again.',
    cause: error,
  })

/** The provider was not called: this process has no free connection for the project. */
const noFreeConnection = (error: NoFreeConnectionError): Problem =>
  new Problem('unavailable', {
    detail: error.message,
    remedy: 'Repeat the request after `retryAfter`, or send fewer requests at a time.',
    cause: error,
    retryAfter: getNow(error.retryAfterMs),
  })

/** The provider was not called: the project's slots or the provider's limits are used up. */
export const tooManyCalls = (error: TooManyCallsError): Problem =>
  new Problem('too-many-requests', {
    detail: error.message,
    cause: error,
    retryAfter: getNow(error.retryAfterMs ?? 1000),
  })
