const nested = /^\$(?:\['(?:[^'\\]|\\.)+'\]|\["(?:[^"\\]|\\.)+"\]|\[\d+\])+$/
const step = /\['((?:[^'\\]|\\.)+)'\]|\["((?:[^"\\]|\\.)+)"\]|\[(\d+)\]/g

/** Nested fields are named by bracket notation, such as `$['address']['city']`. */
export const isNested = (name: string): boolean => name.startsWith('$[')

/** Parses the path of a field; undefined for invalid bracket notation. */
export function splitFieldName(name: string): string[] | undefined {
  if (!isNested(name)) return [name]
  // The limit keeps the cost of a hostile name linear.
  if (name.length > 1000 || !nested.test(name)) return undefined
  return [...name.matchAll(step)].map(([, single, double, index]) =>
    (single ?? double ?? index ?? '').replaceAll(/\\(.)/g, '$1'),
  )
}
