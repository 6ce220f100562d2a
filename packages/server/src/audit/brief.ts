const mostCharacters = 300
/** As deep as a record names things: a connection, its group, the name of that. */
const deepest = 3

/**
 * Of what was changed, what names it: its short values, without the lists that a definition is made
 * of. For several resources, such as those of a deployment, their names and results.
 */
export const toBrief = (of: unknown): unknown =>
  Array.isArray(of) ? of.map(nameAndChange) : shortOf(of, deepest)

function nameAndChange(one: unknown): unknown {
  const { name, change } = entriesOf(one)
  return { ...(name !== undefined && { name }), ...(change !== undefined && { change }) }
}

function shortOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > mostCharacters ? undefined : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value) || depth === 0) return undefined
  const entries = Object.entries(value).map(([key, one]) => [key, shortOf(one, depth - 1)] as const)
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined))
}

const entriesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
