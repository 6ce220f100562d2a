import { isJsonRecord, toJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { fieldExamples } from './examples.ts'

/**
 * Returns a copy of the JSON Schema with example values for fields whose name does not suggest one.
 * Examples of the schema itself are kept. `owner` is the ID of the schema, or of the operation with
 * the body.
 */
export function withExamples(schema: JsonObject, owner: string): JsonObject {
  const shown: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    shown[keyword] =
      keyword === 'properties'
        ? Object.fromEntries(
            Object.entries(toJsonObject(value)).map(([name, field]) => [
              name,
              fieldWithExample(name, toJsonObject(field), owner),
            ]),
          )
        : inSchemas(keyword, value, owner)
  }
  return shown
}

/** Keywords that contain schemas; everything else is data. */
function inSchemas(keyword: string, value: Json, owner: string): Json {
  if (['items', 'additionalProperties'].includes(keyword) && isJsonRecord(value)) {
    return withExamples(value, owner)
  }
  if (['anyOf', 'oneOf', 'allOf'].includes(keyword) && Array.isArray(value)) {
    return value.map((part) => withExamples(toJsonObject(part), owner))
  }
  return value
}

function fieldWithExample(name: string, field: JsonObject, owner: string): JsonObject {
  const example = fieldExamples[`${owner}.${name}`] ?? fieldExamples[name]
  const isShown =
    example !== undefined &&
    field['type'] === typeof example &&
    !saysItself.some((word) => word in field)
  return { ...withExamples(field, `${owner}.${name}`), ...(isShown && { examples: [example] }) }
}

const saysItself = ['examples', 'default', 'const', 'enum', 'format']
