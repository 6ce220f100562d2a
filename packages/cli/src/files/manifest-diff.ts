import { asMembers } from './as-members.ts'
/**
 * Returns the differences between two definitions, one per line: `+ path: value`, `- path` or `~
 * path: old → new`.
 */
export function differences(before: unknown, after: unknown, path = ''): string[] {
  if (isLeaf(before) || isLeaf(after)) {
    if (JSON.stringify(before) === JSON.stringify(after)) return []
    if (before === undefined) return [`+ ${path}${isLeaf(after) ? `: ${formatValue(after)}` : ''}`]
    if (after === undefined) return [`- ${path}`]
    return [`~ ${path}: ${formatValue(before)} → ${formatValue(after)}`]
  }
  const [old, new_] = [listEntries(before), listEntries(after)]
  return [...new Set([...old.keys(), ...new_.keys()])].flatMap((key) =>
    differences(old.get(key), new_.get(key), path === '' ? key : `${path}.${key}`),
  )
}

const isLeaf = (value: unknown) => typeof value !== 'object' || value === null

const formatValue = (value: unknown) => JSON.stringify(value)

/**
 * Returns members by name. List items are identified by their name in the manifest instead of their
 * index.
 */
function listEntries(value: unknown): Map<string, unknown> {
  if (!Array.isArray(value)) return new Map(Object.entries(asMembers(value)))
  return new Map(value.map((item, index) => [getItemName(item) ?? String(index), item]))
}

function getItemName(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  const { objectName, mapToName, fieldName, name } = asMembers(item)
  const found = objectName ?? fieldName ?? mapToName ?? name
  return typeof found === 'string' ? found : undefined
}
