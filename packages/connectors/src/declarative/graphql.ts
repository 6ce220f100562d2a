import type { GraphQL, GraphqlMutation } from './schema/graphql-rules.ts'

/** Returns the query of a list, with literal arguments. */
export function graphqlQuery(
  { field, nodes, fields, arguments: fixed = {}, within }: GraphQL,
  args: Readonly<Record<string, unknown>>,
): string {
  const asked = selection(fields)
  if (within) {
    const pages = `${within.field}${given(args)} { ${within.cursor} ${within.list} { ${asked} } }`
    return `query { ${field}${given(fixed)} { ${pages} } }`
  }
  const body = nodes ? `{ nodes { ${asked} } pageInfo { hasNextPage endCursor } }` : `{ ${asked} }`
  return `query { ${field}${given({ ...fixed, ...args })} ${body} }`
}

const given = (args: Readonly<Record<string, unknown>>) =>
  Object.keys(args).length > 0 ? `(${formatMembers(args)})` : ''

/** Returns the query of one record. */
export const graphqlRecord = (
  { field, argument }: { field: string; argument: string },
  fields: readonly string[],
  id: string,
): string => `query { ${field}(${argument}: ${formatLiteral(id)}) { ${selection(fields)} } }`

/** Returns the text of a mutation, and where its variables contain the fields and the ID. */
export function asMutation(
  { mutation, input, arguments: own = {}, id, errors }: GraphqlMutation,
  recordId: string | undefined,
): {
  method: 'POST'
  body: { query: string }
  wrap?: string
  idIn?: string
  refusals?: string
} {
  const reply = `data.${mutation}.`
  const asked = [
    ...(recordId?.startsWith(reply) ? [recordId.slice(reply.length)] : []),
    ...(errors === undefined ? [] : [`${errors}.message`]),
  ]
  const ofId = typeof id === 'object' ? id : undefined
  const variables = [
    ...(input ? [`$fields: ${input.type}`] : []),
    ...Object.entries(own).map(([name, type]) => `$${name}: ${type}`),
    ...(ofId ? [`$id: ${ofId.type}`] : []),
  ]
  const parts = [
    ...(input ? [`${input.argument}: $fields`] : []),
    ...Object.keys(own).map((name) => `${name}: $${name}`),
    ...(ofId ? [idArgument(ofId)] : []),
  ]
  const declared = variables.length > 0 ? `(${variables.join(', ')})` : ''
  const passed = parts.length > 0 ? `(${parts.join(', ')})` : ''
  return {
    method: 'POST',
    body: {
      query: `mutation${declared} { ${mutation}${passed} { ${selection(asked.length > 0 ? asked : ['__typename'])} } }`,
    },
    ...(input && { wrap: 'variables.fields' }),
    ...(Object.keys(own).length > 0 && { wrap: 'variables' }),
    ...(id !== undefined && { idIn: ofId ? 'variables.id' : 'variables.fields.id' }),
    ...(errors !== undefined && { refusals: `${reply}${errors}` }),
  }
}

function idArgument({ argument }: { argument: string }): string {
  const [name, member] = argument.split('.')
  return member === undefined ? `${name}: $id` : `${name}: {${member}: $id}`
}

const formatMembers = (object: object): string =>
  Object.entries(object)
    .map(([name, value]) => `${name}: ${formatLiteral(value)}`)
    .join(', ')

/** Formats a GraphQL literal: like JSON, but with unquoted member names. */
function formatLiteral(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? `{${formatMembers(value)}}`
    : JSON.stringify(value)
}

interface Tree {
  [name: string]: Tree
}

/** Builds a selection: `owner.name` and `owner.id` → `owner { name id }`. */
function selection(fields: readonly string[]): string {
  const tree: Tree = {}
  for (const field of fields) {
    let current = tree
    for (const step of field.split('.')) current = current[step] ??= {}
  }
  return formatTree(tree)
}

const formatTree = (tree: Tree): string =>
  Object.entries(tree)
    .map(([name, inner]) =>
      Object.keys(inner).length > 0 ? `${name} { ${formatTree(inner)} }` : name,
    )
    .join(' ')
