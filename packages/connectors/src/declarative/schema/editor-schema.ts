import { toJsonObject, type Json, type JsonObject } from '@platform/contract/openapi'
import { z } from 'zod'
import { ProviderEntry } from './entry.ts'

/**
 * Returns the schema of a provider's file for editors, published at `/schemas/provider.json`. A
 * file is merged into the catalogue's entry, so nothing is required, `null` removes a member, and
 * unknown members are errors. A list replaces the whole list, so its items are complete.
 */
export function providerSchema(): JsonObject {
  const { $defs = {}, $schema } = toJsonObject(
    z.toJSONSchema(z.object({ of: ProviderEntry }), { io: 'input' }) as Json,
  )
  const definitions: Definitions = { complete: toJsonObject($defs), inPatch: {}, inLists: {} }
  const root = asPatch(toJsonObject(definitions.complete['ProviderEntry'] ?? {}), definitions)
  return {
    ...($schema !== undefined && { $schema }),
    ...root,
    title: 'A provider',
    description:
      'A catalogue entry in a file named after the provider: a new provider, or the differences from the existing one.',
    $defs: { ...definitions.inLists, ...definitions.inPatch },
  }
}

interface Definitions {
  /** Definitions as in the contract. */
  complete: JsonObject
  /** Definitions for merged members, with the suffix `Patch`, and for items of lists. */
  inPatch: JsonObject
  inLists: JsonObject
}

/** Converts a schema to that of a merge patch. */
function asPatch(schema: JsonObject, definitions: Definitions): JsonObject {
  const { required: _, properties, $ref, ...rest } = schema
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    const patch = `${name}Patch`
    if (!Object.hasOwn(definitions.inPatch, patch)) {
      definitions.inPatch[patch] = {}
      definitions.inPatch[patch] = asPatch(
        toJsonObject(definitions.complete[name] ?? {}),
        definitions,
      )
    }
    return { ...rest, $ref: `#/$defs/${patch}` }
  }
  if (properties === undefined) return strictly(schema, definitions)
  const members = Object.entries(toJsonObject(properties)).map(([name, member]) => [
    name,
    { anyOf: [asPatch(toJsonObject(member), definitions), { type: 'null' }] },
  ])
  return {
    ...rest,
    properties: Object.fromEntries(members) as JsonObject,
    additionalProperties: false,
  }
}

/** Returns the schema without additional members. */
function strictly(schema: JsonObject, definitions: Definitions): JsonObject {
  const { properties, items, additionalProperties, anyOf, oneOf, $ref } = schema
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    if (!Object.hasOwn(definitions.inLists, name)) {
      definitions.inLists[name] = {}
      definitions.inLists[name] = strictly(
        toJsonObject(definitions.complete[name] ?? {}),
        definitions,
      )
    }
    return schema
  }
  const each = (of: Json | undefined) => strictly(toJsonObject(of ?? {}), definitions)
  const all = (of: Json) => (Array.isArray(of) ? of.map(each) : of)
  return {
    ...schema,
    ...(items !== undefined && { items: each(items) }),
    ...(anyOf !== undefined && { anyOf: all(anyOf) }),
    ...(oneOf !== undefined && { oneOf: all(oneOf) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: each(additionalProperties),
    }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(toJsonObject(properties)).map(([name, member]) => [name, each(member)]),
      ),
      additionalProperties: false,
    }),
  }
}
