import { toJsonObject, type Json, type JsonObject } from '../values/json.ts'

type Schema = JsonObject

const deepest = 6

/** Returns a readable value that the JSON Schema accepts, with required properties first. */
export function makeExample(schema: Schema, components: JsonObject, depth = 0): Json {
  const { $ref, examples, default: byDefault, const: only, enum: choices, anyOf, oneOf } = schema
  if (typeof $ref === 'string') {
    const id = $ref.slice($ref.lastIndexOf('/') + 1)
    return makeExample(toJsonObject(components[id]), components, depth + 1)
  }
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0]
  if (byDefault !== undefined) return byDefault
  if (only !== undefined) return only
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0]

  const alternatives = anyOf ?? oneOf
  if (Array.isArray(alternatives) && alternatives[0] !== undefined) {
    return makeExample(toJsonObject(alternatives[0]), components, depth)
  }
  if (Array.isArray(schema['allOf'])) {
    const parts = schema['allOf'].map((part) => makeExample(toJsonObject(part), components, depth))
    return Object.assign({}, ...parts.map(toJsonObject))
  }

  switch (schema['type']) {
    case 'object':
      return exampleObject(schema, components, depth)
    case 'array':
      return depth > deepest
        ? []
        : [makeExample(toJsonObject(schema['items']), components, depth + 1)]
    case 'string':
      return exampleString(schema)
    case 'integer':
    case 'number':
      return Math.max(Number(schema['minimum'] ?? 1), 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return {}
  }
}

function exampleObject(schema: Schema, components: JsonObject, depth: number): Json {
  const properties = toJsonObject(schema['properties'])
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const shown = depth > deepest ? required : Object.keys(properties)

  const object: { [name: string]: Json } = {}
  for (const name of shown) {
    const property = properties[name]
    if (property && (required.includes(name) || depth < 2)) {
      object[name] = makeExample(
        useNameAsExample(name, toJsonObject(property)),
        components,
        depth + 1,
      )
    }
  }
  return object
}

/** The most readable example of an arbitrary string is its own name. */
const useNameAsExample = (name: string, schema: Schema): Schema => ({ title: name, ...schema })

function exampleString({ format, title, minLength }: Schema): string {
  if (format === 'date-time') return '2026-01-15T09:30:00Z'
  if (format === 'date') return '2026-01-15'
  if (format === 'email') return 'ana@acme.example'
  if (format === 'uri') return 'https://acme.example/'
  if (format === 'uuid') return '0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11'
  const text = typeof title === 'string' ? title : 'text'
  return text.padEnd(Number(minLength ?? 0), '-')
}
