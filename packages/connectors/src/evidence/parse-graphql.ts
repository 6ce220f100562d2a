import { setAtDotPath } from '../declarative/calls/dot-path.ts'
import { requireValue } from '../require-value.ts'

/** The field that a query or mutation asks for, with its arguments and what is selected of it. */
export function parseGraphQL(text: string) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[$\w.-]+!?|[{}():[\]]/g) ?? []
  let next = 0
  const take = () => requireValue(tokens[next++])
  const value = (): unknown => {
    const token = take()
    if (token === '{') return members('}')
    if (token === '[') {
      const list: unknown[] = []
      while (tokens[next] !== ']') list.push(value())
      next++
      return list
    }
    return token.startsWith('"') || /^(?:true|false|null|-?[\d.]+)$/.test(token)
      ? (JSON.parse(token) as unknown)
      : token
  }
  const members = (end: string) => {
    const object: Record<string, unknown> = {}
    while (tokens[next] !== end) {
      const name = take()
      next++
      object[name] = value()
    }
    next++
    return object
  }
  /** Arguments of selected fields. */
  const inner: Record<string, unknown> = {}
  const listSelected = (prefix: string): string[] => {
    const found: string[] = []
    next++
    while (tokens[next] !== '}') {
      const name = prefix + take()
      if (tokens[next] === '(') {
        next++
        setAtDotPath(inner, name, members(')'))
      }
      found.push(...(tokens[next] === '{' ? listSelected(`${name}.`) : [name]))
    }
    next++
    return found
  }
  const kind = take().toUpperCase()
  const types = tokens[next] === '(' ? (next++, members(')')) : {}
  next++
  const field = take()
  const given = tokens[next] === '(' ? (next++, members(')')) : {}
  const fields = tokens[next] === '{' ? listSelected('') : []
  return {
    kind,
    field,
    arguments: { ...given, ...inner },
    variables: Object.fromEntries(
      Object.entries(given).flatMap(([name, variable]): [string, string][] =>
        typeof variable === 'string' && variable.startsWith('$')
          ? [[name, String(types[variable])]]
          : [],
      ),
    ),
    selected: fields,
  }
}
