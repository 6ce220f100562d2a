import type { Mapping } from '../manifest.ts'
import type { FieldMetadata } from '../wire.ts'

/** Below this, names resemble each other by chance. */
const leastLikeness = 0.55

/**
 * The field that resembles the builder's field most, by label or API name; `undefined` when none
 * does or when it is used already.
 */
export function suggestField(
  { mapToName, label }: Pick<Mapping, 'mapToName' | 'label'>,
  fields: FieldMetadata[],
  usedNames: ReadonlySet<string>,
): FieldMetadata | undefined {
  const wanted = [...new Set([fold(mapToName), fold(label)])]
  let best: { field: FieldMetadata; score: number } | undefined
  for (const field of fields) {
    if (usedNames.has(field.fieldName)) continue
    const names = [fold(field.fieldName), fold(field.displayName)]
    const score = Math.max(...wanted.flatMap((want) => names.map((name) => likeness(want, name))))
    if (score >= leastLikeness && score > (best?.score ?? 0)) best = { field, score }
  }
  return best?.field
}

/** How many pairs of neighbouring letters two words share, from 0 to 1 (Dice). */
function likeness(a: string, b: string): number {
  if (a === b) return 1
  const [pairs, others] = [pairsOf(a), pairsOf(b)]
  const shared = [...pairs].filter((pair) => others.has(pair)).length
  return (2 * shared) / (pairs.size + others.size || 1)
}

const pairsOf = (word: string) =>
  new Set(Array.from({ length: Math.max(word.length - 1, 0) }, (_, at) => word.slice(at, at + 2)))

const fold = (name: string) =>
  name
    .replace(/__c$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
