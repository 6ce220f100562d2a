import type { CatalogueEntry, ProviderError } from '@platform/connector'
import { Problem } from '../problems/problem.ts'
import { refusalProblem } from '../provider/refusal-problem.ts'

/** What a provider's refusal to tell about an object means for who asked. */
export function objectRefusal(
  error: ProviderError,
  entry: CatalogueEntry,
  objectName: string,
): Problem {
  if (error.failure !== 'not-found') return refusalProblem(error, entry, `to tell of ${objectName}`)
  const { displayName, name } = entry.info
  return new Problem('object-not-found', {
    detail: `${displayName ?? name} has no object ${objectName}, or does not show it to the connected user.`,
    causes: [error.message],
    context: { ...(error.code !== undefined && { providerErrorCode: error.code }) },
    cause: error,
  })
}
