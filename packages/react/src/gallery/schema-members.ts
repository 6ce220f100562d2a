import { readFileSync } from 'node:fs'

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
}

const contract = new URL('../../../contract/openapi.json', import.meta.url)
const { schemas }: { schemas: Record<string, Schema> } = JSON.parse(
  readFileSync(contract, 'utf8'),
).components

/**
 * Returns the paths of all members of a schema of the contract that have no members of their own:
 * `*` stands for any name, and with `entersLists` for the entries of a list.
 */
export const listSchemaMembers = (name: string, { entersLists = false } = {}): string[] => [
  ...new Set(listBelow({ $ref: name }, entersLists, [])),
]

function listBelow(schema: Schema, entersLists: boolean, place: string[]): string[] {
  const { anyOf, items, properties, additionalProperties } = resolveSchema(schema)
  const go = (inner: Schema, ...steps: string[]) =>
    listBelow(inner, entersLists, [...place, ...steps])
  if (properties) return Object.entries(properties).flatMap(([name, inner]) => go(inner, name))
  if (typeof additionalProperties === 'object') return go(additionalProperties, '*')
  const isObject = (inner: Schema) => resolveSchema(inner).properties !== undefined
  if (entersLists && anyOf?.some(isObject)) return anyOf.flatMap((inner) => go(inner))
  if (entersLists && items && (isObject(items) || resolveSchema(items).anyOf?.some(isObject))) {
    return go(items, '*')
  }
  return [place.join('.')]
}

function resolveSchema(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  const found = name === undefined ? schema : schemas[name]
  if (!found) throw new Error(`The contract has no schema ${name}.`)
  return found
}
