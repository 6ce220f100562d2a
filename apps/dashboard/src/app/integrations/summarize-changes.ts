import type { Schemas } from '@platform/client'

type Content = Schemas['Revision']['content']

/** Objects that are named; the others are counted. */
const maxNamed = 3

/** Describes in a few words what a revision changed: `Contact changed, Account added`. */
export function summarizeChanges(before: Content, after: Content): string {
  const kinds = ['read', 'write', 'subscribe'] as const
  const changes = kinds.flatMap((kind) =>
    describeObjectChanges(before[kind]?.objects, after[kind]?.objects),
  )
  // An object can be read and written.
  const found = [...new Set(changes)]
  if (isChanged(withoutObjects(before), withoutObjects(after))) found.push('settings changed')
  if (found.length === 0) return 'No changes'
  const named = found.slice(0, maxNamed)
  const more = found.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

type Objects = readonly { objectName: string }[]

function describeObjectChanges(before: Objects = [], after: Objects = []): string[] {
  const [old, now] = [before, after].map(
    (objects) => new Map(objects.map((object) => [object.objectName, object])),
  )
  const names = [...new Set([...(now?.keys() ?? []), ...(old?.keys() ?? [])])]
  return names.flatMap((name) => {
    if (!old?.has(name)) return `${name} added`
    if (!now?.has(name)) return `${name} removed`
    return isChanged(old.get(name), now.get(name)) ? `${name} changed` : []
  })
}

const withoutObjects = ({ read, write, subscribe, ...content }: Content) => ({
  ...content,
  ...Object.fromEntries(
    Object.entries({ read, write, subscribe }).map(([kind, part]) => [
      kind,
      { ...part, objects: undefined },
    ]),
  ),
})

/** Content comes from the same encoder, but its names may be in another order. */
const isChanged = (one: unknown, other: unknown) => serializeSorted(one) !== serializeSorted(other)

const serializeSorted = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
