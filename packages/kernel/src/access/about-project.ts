import type { OperationDefinition } from '@platform/contract'

/**
 * Returns the project that a request names, in its path or else in its body; undefined if it names
 * none.
 */
export function placeOfProject({ path, body }: OperationDefinition): 'path' | 'body' | undefined {
  if (path.includes('{projectIdOrName}')) return 'path'
  const isInBody =
    body !== undefined && 'shape' in body && 'projectIdOrName' in (body.shape as object)
  return isInBody ? 'body' : undefined
}
