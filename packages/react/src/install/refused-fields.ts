import { ProblemError } from '@platform/client'

/**
 * The provider's words about each field that it refused, of the object. The API names them as
 * `issues[]` (the path or the value is the field) or in `context`.
 */
export function refusedFields(
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

/** A path that names no object at all is about every object. */
const mentions = (path: string, objectName: string) =>
  !path.includes('objects') || path.split(/[.[\]]/).includes(objectName)
