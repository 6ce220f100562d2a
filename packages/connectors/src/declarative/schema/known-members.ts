import { toJsonObject, type Json, type JsonObject } from '@platform/contract/openapi'
import { providerSchema } from './editor-schema.ts'

let schema: JsonObject | undefined

/** Returns the names of the members that a file can have at a place; none if any name is allowed. */
export function listKnownMembers(path: readonly PropertyKey[]): string[] {
  schema ??= providerSchema()
  const root = schema
  let nodes = alternatives(root, root)
  for (const step of path) {
    nodes = nodes.flatMap((node) => {
      const properties = toJsonObject(node['properties'] ?? {})
      const next =
        typeof step === 'number'
          ? node['items']
          : (properties[String(step)] ?? node['additionalProperties'])
      return typeof next === 'object' && next !== null ? alternatives(toJsonObject(next), root) : []
    })
  }
  return [...new Set(nodes.flatMap((node) => Object.keys(toJsonObject(node['properties'] ?? {}))))]
}

/** Resolves references and alternatives of a schema. */
function alternatives(node: JsonObject, root: JsonObject): JsonObject[] {
  const { $ref, anyOf, oneOf, allOf } = node
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return alternatives(toJsonObject(toJsonObject(root['$defs'] ?? {})[name] ?? {}), root)
  }
  const all = [anyOf, oneOf, allOf].flatMap((list: Json | undefined) =>
    Array.isArray(list) ? list : [],
  )
  return [node, ...all.flatMap((one) => alternatives(toJsonObject(one), root))]
}
