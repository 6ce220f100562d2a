import type { ProviderError } from '@platform/connector'
import { Problem } from '../problems/problem.ts'

/** What a provider's refusal to tell about an object means for who asked. */
export function problemOf(error: ProviderError, provider: string, objectName: string): Problem {
  const { failure, message, code, retryAfterMs } = error
  const details = {
    causes: [message],
    context: { ...(code !== undefined && { providerErrorCode: code }) },
    cause: error,
  }
  switch (failure) {
    case 'not-found':
      return new Problem('object-not-found', {
        ...details,
        detail: `${provider} has no object ${objectName}, or does not show it to the connected user.`,
      })
    case 'credentials':
      return new Problem('credentials-refused', {
        ...details,
        detail: `${provider} no longer accepts the credentials of the connection.`,
        remedy: 'Have the end user connect again.',
      })
    case 'unavailable':
    case 'rate-limit':
      return new Problem('provider-unavailable', {
        ...details,
        detail: `${provider} told nothing of ${objectName}: ${message.replace(/\.$/, '')}.`,
        ...(retryAfterMs !== undefined && { retryAfter: new Date(Date.now() + retryAfterMs) }),
      })
    default:
      return new Problem('provider-refused', {
        ...details,
        detail: `${provider} refused to tell of ${objectName}: ${message.replace(/\.$/, '')}.`,
      })
  }
}
