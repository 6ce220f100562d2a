import type { Schemas } from '@platform/client'

type Change = Schemas['RevisionChange']
type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists the values that differ between two JSON values by their paths. Lists are compared as a whole. */
export function jsonChanges(before: unknown, after: unknown, path = ''): Change[] {
  if (isFields(before) && isFields(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) =>
      jsonChanges(getOwn(before, name), getOwn(after, name), path ? `${path}.${name}` : name),
    )
  }
  if (canonical(before) === canonical(after)) return []
  return [
    {
      path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ]
}

const getOwn = (of: Fields, name: string) => (Object.hasOwn(of, name) ? of[name] : undefined)

/** JSON text that does not depend on the order of members. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, part: unknown) =>
    isFields(part)
      ? Object.fromEntries(
          Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  )
