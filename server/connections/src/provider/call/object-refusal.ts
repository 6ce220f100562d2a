import type { CatalogueEntry, ProviderError } from '@platform/connector'
import { Problem } from '@platform/kernel/problems/problem'
import { rejectionProblem } from './refusal-problem.ts'

/** Maps a provider's rejection of object metadata to a problem. */
export function objectRejection(
  error: ProviderError,
  entry: CatalogueEntry,
  objectName: string,
): Problem {
  if (error.failure !== 'not-found')
    return rejectionProblem(error, entry, `to describe ${objectName}`)
  const { displayName, name } = entry.info
  return new Problem('object-not-found', {
    detail: `${displayName ?? name} has no object ${objectName}, or the connected user cannot see it.`,
    causes: [error.message],
    context: { ...(error.code !== undefined && { providerErrorCode: error.code }) },
    cause: error,
  })
}
