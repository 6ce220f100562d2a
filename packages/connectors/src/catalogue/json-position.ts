/**
 * Returns line and column, from 1, of the value at a path in a JSON text; of its deepest existing
 * member if the path goes further.
 */
export function findPosition(
  text: string,
  path: readonly PropertyKey[],
): { line: number; column: number } {
  const before = text.slice(0, findOffset(text, path))
  const lines = before.split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Matches tokens of valid JSON: a string, punctuation, or a literal. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

function findOffset(text: string, path: readonly PropertyKey[]): number {
  const wanted = path.map(String)
  const at: string[] = []
  const lists: boolean[] = []
  let best = { depth: 0, offset: text.search(/\S/) }
  let key: { name: string; offset: number } | undefined
  let isKeyNext = false

  const reach = (offset: number) => {
    const depth = at.length
    const isOnTheWay = depth > best.depth && at.every((name, index) => name === wanted[index])
    if (isOnTheWay) best = { depth, offset }
  }
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      lists.push(token === '[')
      isKeyNext = token === '{'
      if (token === '[') at.push('0')
      if (token === '[') reach(index + 1)
    } else if (token === '}' || token === ']') {
      if (lists.pop() === true) at.pop()
      if (lists.at(-1) === false) at.pop()
      isKeyNext = false
    } else if (token === ',') {
      const isList = lists.at(-1) === true
      if (isList) {
        at.push(String(Number(at.pop()) + 1))
        reach(index + 1)
      }
      isKeyNext = !isList
    } else if (isKeyNext) {
      key = { name: JSON.parse(token) as string, offset: index }
      isKeyNext = false
    } else if (token === ':' && key) {
      at.push(key.name)
      reach(key.offset)
      key = undefined
    } else if (lists.at(-1) === false) at.pop()
  }
  return Math.max(0, best.offset)
}
