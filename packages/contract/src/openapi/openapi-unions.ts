import { toJsonObject, type Json, type JsonObject } from '../values/json.ts'

/**
 * Rewrites unions for code generators of other languages, without changing their meaning:
 * - several types become a choice of schemas instead of a list of types
 * - an object combined with a choice of objects becomes a choice of whole objects
 */
export function withPlainUnions(document: JsonObject): JsonObject {
  const schemas = toJsonObject(toJsonObject(document.components ?? {}).schemas ?? {})
  return toJsonObject(removeUnions(document, schemas))
}

function removeUnions(part: Json, schemas: JsonObject): Json {
  if (Array.isArray(part)) return part.map((each) => removeUnions(each, schemas))
  if (typeof part !== 'object' || part === null) return part
  const whole = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, removeUnions(value, schemas)]),
  )
  return withoutTypeList(withoutIntersection(whole, schemas))
}

function withoutTypeList(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema
  if (!Array.isArray(type)) return schema
  return { ...rest, anyOf: type.map((one) => ({ type: one })) }
}

function withoutIntersection(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const parts = allOf.map((part) => resolveReference(toJsonObject(part), schemas))
  const choice = parts.find((part) => getChoices(part) !== undefined)
  if (!choice) return schema
  const common = parts.filter((part) => part !== choice)
  const oneOf = (getChoices(choice) ?? []).map((one) =>
    mergeObjects([...common, resolveReference(toJsonObject(one), schemas)]),
  )
  return { ...rest, oneOf: oneOf.map((one) => removeUnions(one, schemas)) }
}

const getChoices = ({ oneOf, anyOf }: JsonObject): Json[] | undefined => {
  const choices = oneOf ?? anyOf
  return Array.isArray(choices) ? choices : undefined
}

function resolveReference(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  return resolveReference(
    toJsonObject(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}),
    schemas,
  )
}

function mergeObjects(objects: JsonObject[]): JsonObject {
  const properties = objects.map((one) => toJsonObject(one.properties ?? {}))
  const required = objects.flatMap((one) => (Array.isArray(one.required) ? one.required : []))
  return {
    type: 'object',
    properties: Object.assign({}, ...properties) as JsonObject,
    ...(required.length > 0 && { required }),
  }
}
