import type { OperationDefinition } from '@platform/contract'

/** Where a request names the project that it is about: in the path, else in the body, if at all. */
export function placeOfProject({ path, body }: OperationDefinition): 'path' | 'body' | undefined {
  if (path.includes('{projectIdOrName}')) return 'path'
  const isInBody =
    body !== undefined && 'shape' in body && 'projectIdOrName' in (body.shape as object)
  return isInBody ? 'body' : undefined
}
