import type { Mapping } from '../manifest.ts'
import type { FieldMetadata } from '../wire.ts'

/** Below this, names resemble each other by chance. */
const leastLikeness = 0.55

/**
 * The field that resembles the builder's field most, by label, by API name or by the values that both
 * can have; `undefined` when none does or when it is used already. What has values of its own is never
 * suggested a field of another type.
 */
export function suggestField(
  { mapToName, label, values }: Pick<Mapping, 'mapToName' | 'label' | 'values'>,
  fields: FieldMetadata[],
  usedNames: ReadonlySet<string>,
): FieldMetadata | undefined {
  const wanted = [...new Set([fold(mapToName), fold(label)])]
  let best: { field: FieldMetadata; score: number } | undefined
  for (const field of fields) {
    if (usedNames.has(field.fieldName)) continue
    if (values && !field.values?.length && !isOpenType(field)) continue
    const names = [fold(field.fieldName), fold(field.displayName)]
    const byName = Math.max(...wanted.flatMap((want) => names.map((name) => likeness(want, name))))
    const score = Math.max(byName, sharedValues(values, field.values))
    if (score >= leastLikeness && score > (best?.score ?? 0)) best = { field, score }
  }
  return best?.field
}

/** A field whose type is not known, or is text, may hold any of the values. */
const isOpenType = ({ valueType = 'other' }: FieldMetadata) =>
  valueType === 'string' || valueType === 'other'

/** Whether the provider's field has the builder's values too: 1 for all, less than half for some. */
function sharedValues(ours: Mapping['values'] = [], theirs: FieldMetadata['values'] = []): number {
  const known = new Set(
    theirs.flatMap(({ value, displayValue }) => [fold(value), fold(displayValue)]),
  )
  const shared = ours.filter(({ value, label }) => known.has(fold(value)) || known.has(fold(label)))
  const part = ours.length ? shared.length / ours.length : 0
  return part === 1 ? 1 : part / 2
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
