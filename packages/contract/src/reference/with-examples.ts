import type { Json, JsonObject } from '../openapi.ts'
import { fieldExamples } from './examples.ts'

/**
 * A copy of the JSON Schema that shows a value where the field's name alone would not tell one. What
 * the schema shows itself stays. `owner` is the ID of the schema, or of the operation whose body it is.
 */
export function withExamples(schema: JsonObject, owner: string): JsonObject {
  const shown: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    shown[keyword] =
      keyword === 'properties'
        ? Object.fromEntries(
            Object.entries(value as { [name: string]: JsonObject }).map(([name, field]) => [
              name,
              fieldWithExample(name, field, owner),
            ]),
          )
        : inSchemas(keyword, value, owner)
  }
  return shown
}

/** Keywords that hold schemas; everything else is data. */
function inSchemas(keyword: string, value: Json, owner: string): Json {
  const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (['items', 'additionalProperties'].includes(keyword) && isSchema) {
    return withExamples(value, owner)
  }
  if (['anyOf', 'oneOf', 'allOf'].includes(keyword) && Array.isArray(value)) {
    return value.map((part) => withExamples(part as JsonObject, owner))
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
