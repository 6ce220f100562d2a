import { ProblemError } from '@platform/client'

/**
 * Returns the provider's message for each rejected field of the object. The API names fields in
 * `issues[]` (as path or value) or in `context`.
 */
export function findRejectedFields(
  error: Error | null,
  objectName: string,
  fieldNames: string[],
): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  const { issues = [], context = {}, detail } = error.problem

  const named = fieldNames.flatMap((fieldName) => {
    const issue = issues.find(
      ({ name, value }) =>
        (value === fieldName || endsWith(name, fieldName)) && mentions(name, objectName),
    )
    return issue ? [[fieldName, issue.detail]] : []
  })
  const inContext = [context.field, context.fieldName, context.fields, context.fieldNames]
    .flat()
    .filter((name): name is string => typeof name === 'string' && fieldNames.includes(name))
  const object = context.objectName ?? context.object
  const isThisObject = object === undefined || object === objectName
  return {
    ...(isThisObject && Object.fromEntries(inContext.map((name) => [name, detail]))),
    ...Object.fromEntries(named),
  }
}

const endsWith = (path: string, fieldName: string) =>
  path.split(/[.[\]]/).findLast(Boolean) === fieldName

/** A path without an object applies to every object. */
const mentions = (path: string, objectName: string) =>
  !path.includes('objects') || path.split(/[.[\]]/).includes(objectName)
