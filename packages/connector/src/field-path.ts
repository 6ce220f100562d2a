const segment = /\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]/y

/**
 * Parses a field name to a path. Nested fields use bracket notation, `$['address']['city']` or
 * `$['emails'][0]`; any other name is a single step, even with dots. Throws a `SyntaxError` for
 * invalid bracket notation.
 */
export function parseFieldPath(fieldName: string): string[] {
  if (!fieldName.startsWith('$[')) return [fieldName]

  const steps: string[] = []
  segment.lastIndex = 1
  while (segment.lastIndex < fieldName.length) {
    const match = segment.exec(fieldName)
    if (!match) throw makeSyntaxError(fieldName)
    const step = match[1] ?? match[2] ?? match[3]
    if (!step) throw makeSyntaxError(fieldName)
    steps.push(step.replaceAll(/\\(.)/g, '$1'))
  }
  return steps
}

function makeSyntaxError(fieldName: string): SyntaxError {
  return new SyntaxError(`${fieldName} is not a valid field path. Use $['outer']['inner'].`)
}

/** Returns the value at the path; undefined if a step does not exist. */
export function getValueAt(value: unknown, steps: readonly string[]): unknown {
  let current = value
  for (const step of steps) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) {
      return undefined
    }
    current = (current as Record<string, unknown>)[step]
  }
  return current
}
