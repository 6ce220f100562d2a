import type { GraphQL } from './entry.ts'

/** The query that lists, its arguments written into it. */
export function graphqlQuery(
  { field, nodes, fields, arguments: fixed = {} }: GraphQL,
  args: Readonly<Record<string, unknown>>,
): string {
  const all = { ...fixed, ...args }
  const given = Object.keys(all).length > 0 ? `(${members(all)})` : ''
  const asked = selection(fields)
  const body = nodes ? `{ nodes { ${asked} } pageInfo { hasNextPage endCursor } }` : `{ ${asked} }`
  return `query { ${field}${given} ${body} }`
}

const members = (object: object): string =>
  Object.entries(object)
    .map(([name, value]) => `${name}: ${literal(value)}`)
    .join(', ')

/** JSON is how GraphQL writes texts, numbers and truth; names of members stand without quotes. */
function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? `{${members(value)}}` : JSON.stringify(value)
}

interface Tree {
  [name: string]: Tree
}

/** `owner.name` and `owner.id` → `owner { name id }`. */
function selection(fields: readonly string[]): string {
  const tree: Tree = {}
  for (const field of fields) {
    let current = tree
    for (const step of field.split('.')) current = current[step] ??= {}
  }
  return written(tree)
}

const written = (tree: Tree): string =>
  Object.entries(tree)
    .map(([name, inner]) =>
      Object.keys(inner).length > 0 ? `${name} { ${written(inner)} }` : name,
    )
    .join(' ')
