import { isMembers } from '../../members.ts'

/**
 * Returns the value at a dot path; undefined if the path does not exist. An empty path is the whole
 * value.
 */
export function getAtDotPath(value: unknown, path: string): unknown {
  if (path === '') return value
  // Some names contain dots, such as `@odata.nextLink`.
  if (isMembers(value) && Object.hasOwn(value, path)) return value[path]
  if (!path.includes('.')) return undefined

  let current = value
  const [before, named] = splitAtName(path)
  for (const step of named === undefined ? path.split('.') : [...before.split('.'), named]) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) {
      return undefined
    }
    current = (current as Record<string, unknown>)[step]
  }
  return current
}

/** Splits a path before a name that begins with `@`, which is a member, whatever dots it has. */
function splitAtName(path: string): [before: string, name?: string] {
  const start = path.indexOf('.@')
  return start === -1 ? [path] : [path.slice(0, start), path.slice(start + 1)]
}

/** Sets the value at a dot path, creating the objects on the way. */
export function setAtDotPath(target: Record<string, unknown>, path: string, value: unknown): void {
  const [before, named] = splitAtName(path)
  const steps = before.split('.')
  const last = named ?? steps.pop() ?? path
  let current = target
  for (const step of steps) {
    const next = Object.hasOwn(current, step) ? current[step] : undefined
    if (isMembers(next) || Array.isArray(next)) current = next as Record<string, unknown>
    else current = current[step] = {}
  }
  current[last] = value
}

/** Sets a value at a place: a name that begins with `@` is a member, whatever dots it has. */
export function putAt(target: Record<string, unknown>, place: string, value: unknown): void {
  if (place.startsWith('@') || !place.includes('.')) target[place] = value
  else setAtDotPath(target, place, value)
}
