import type { Json, JsonObject } from '../openapi.ts'
import { fieldExamples } from './examples.ts'
import { fieldMeanings } from './fields.ts'
import { schemaMeanings } from './schemas.ts'

/**
 * A copy of the JSON Schema that says what it and each of its fields mean, and shows a value where the
 * field's name alone would not tell one. What the schema says itself stays. `owner` is the ID of the
 * schema, or of the operation whose body it is.
 */
export function explain(schema: JsonObject, owner: string): JsonObject {
  const meaning = schemaMeanings[owner]
  return {
    ...(meaning && schema['description'] === undefined && { description: meaning }),
    ...explainInside(schema, owner),
  }
}

function explainInside(schema: JsonObject, owner: string): JsonObject {
  const explained: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    explained[keyword] =
      keyword === 'properties'
        ? Object.fromEntries(
            Object.entries(value as { [name: string]: JsonObject }).map(([name, field]) => [
              name,
              explainField(name, field, owner),
            ]),
          )
        : inSchemas(keyword, value, owner)
  }
  return explained
}

/** Keywords that hold schemas; everything else is data. */
function inSchemas(keyword: string, value: Json, owner: string): Json {
  const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (['items', 'additionalProperties'].includes(keyword) && isSchema) {
    return explainInside(value, owner)
  }
  if (['anyOf', 'oneOf', 'allOf'].includes(keyword) && Array.isArray(value)) {
    return value.map((part) => explainInside(part as JsonObject, owner))
  }
  return value
}

function explainField(name: string, field: JsonObject, owner: string): JsonObject {
  const description = field['description'] ?? meaningOf(name, owner)
  const example = fieldExamples[`${owner}.${name}`] ?? fieldExamples[name]
  const isShown = field['type'] === typeof example && !saysItself.some((word) => word in field)
  return {
    ...explainInside(field, `${owner}.${name}`),
    ...(description !== undefined && { description }),
    ...(isShown && { examples: [example!] }),
  }
}

const saysItself = ['examples', 'default', 'const', 'enum', 'format']

/** What a field or parameter means, when it is known. */
export const meaningOf = (name: string, owner: string, where?: 'path' | 'query') =>
  (where === 'path' ? fieldMeanings[`{${name}}`] : undefined) ??
  fieldMeanings[`${owner}.${name}`] ??
  fieldMeanings[name]
