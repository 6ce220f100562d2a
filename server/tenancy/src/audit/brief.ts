const maxCharacters = 300
/** Maximum depth of naming values: a connection, its group, the name of the group. */
const deepest = 3

/**
 * Extracts the identifying short values of a change, without long lists such as definitions. For
 * several resources, such as those of a deployment, returns their names and results.
 */
export const toBrief = (of: unknown): unknown =>
  Array.isArray(of) ? of.map(nameAndChange) : shorten(of, deepest)

function nameAndChange(one: unknown): unknown {
  const { name, change } = listEntries(one)
  return { ...(name !== undefined && { name }), ...(change !== undefined && { change }) }
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > maxCharacters ? undefined : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value) || depth === 0) return undefined
  const entries = Object.entries(value).map(([key, one]) => [key, shorten(one, depth - 1)] as const)
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined))
}

const listEntries = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
