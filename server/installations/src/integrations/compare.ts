import { isDeepStrictEqual } from 'node:util'

export interface ComparedChange {
  /** Such as `read.objects[Contact].schedule`. */
  path: string
  before?: unknown
  after?: unknown
}

/** Returns the differences between two values, as deep as both have the same structure. */
export function changesBetween(before: unknown, after: unknown, path = ''): ComparedChange[] {
  if (isDeepStrictEqual(before, after)) return []
  const [left, right] = [indexMembers(before), indexMembers(after)]
  if (!left || !right) {
    return [
      { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    ]
  }
  const keys = [...new Set([...left.keys(), ...right.keys()])]
  return keys.flatMap((key) =>
    changesBetween(
      left.get(key),
      right.get(key),
      path && !key.startsWith('[') ? `${path}.${key}` : path + key,
    ),
  )
}

const names = ['objectName', 'fieldName', 'mapToName', 'name'] as const

/** Returns members by key; for lists, by their identifying value, so that order is ignored. */
function indexMembers(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  return new Map(
    value.map((item: unknown, index) => {
      const name = names
        .map((key) => (item as Record<string, unknown> | null)?.[key])
        .find((each) => typeof each === 'string')
      return [`[${String(name ?? index)}]`, item]
    }),
  )
}
