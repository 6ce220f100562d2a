import type { Mapping } from '../../config/manifest.ts'
import type { FieldMetadata } from '../../config/wire.ts'

/** Minimum similarity; below this, matches are random. */
const leastLikeness = 0.55

/**
 * Returns the field most similar to the builder's field, by label, API name or possible values;
 * `undefined` if there is none or it is already used. A field with its own values is never matched
 * with a field of another type.
 */
export function suggestField(
  { mapToName, label, values }: Pick<Mapping, 'mapToName' | 'label' | 'values'>,
  fields: FieldMetadata[],
  usedNames: ReadonlySet<string>,
): FieldMetadata | undefined {
  const wanted = [...new Set([mapToName, label].map(fold))].map(toWord)
  let best: { field: FieldMetadata; score: number } | undefined
  for (const field of fields) {
    if (usedNames.has(field.fieldName)) continue
    if (values && !field.values?.length && !isOpenType(field)) continue
    const names = splitFieldWords(field)
    const byName = Math.max(...wanted.flatMap((want) => names.map((name) => likeness(want, name))))
    const score = Math.max(byName, compareValues(values, field.values))
    if (score >= leastLikeness && score > (best?.score ?? 0)) best = { field, score }
  }
  return best?.field
}

/** A field of unknown or text type may contain any of the values. */
const isOpenType = ({ valueType = 'other' }: FieldMetadata) =>
  valueType === 'string' || valueType === 'other'

/** Returns how much the values of both fields overlap: 1 for all, less than half for some. */
function compareValues(ours: Mapping['values'] = [], theirs: FieldMetadata['values'] = []): number {
  const known = new Set(
    theirs.flatMap(({ value, displayValue }) => [fold(value), fold(displayValue)]),
  )
  const shared = ours.filter(({ value, label }) => known.has(fold(value)) || known.has(fold(label)))
  const part = ours.length ? shared.length / ours.length : 0
  return part === 1 ? 1 : part / 2
}

interface Word {
  text: string
  /** Pairs of neighboring letters, each as a number. */
  pairs: Set<number>
}

/** Returns the similarity of two words from 0 to 1, by shared pairs of letters (Dice). */
function likeness(a: Word, b: Word): number {
  if (a.text === b.text) return 1
  let shared = 0
  for (const pair of a.pairs) if (b.pairs.has(pair)) shared += 1
  return (2 * shared) / (a.pairs.size + b.pairs.size || 1)
}

function toWord(text: string): Word {
  const pairs = new Set<number>()
  for (let at = 1; at < text.length; at += 1) {
    pairs.add(text.charCodeAt(at - 1) * 0x1_00_00 + text.charCodeAt(at))
  }
  return { text, pairs }
}

const known = new WeakMap<FieldMetadata, Word[]>()

/** Splits a field's names into words; cached, because an object may have thousands of fields. */
function splitFieldWords(field: FieldMetadata): Word[] {
  const words = known.get(field) ?? [field.fieldName, field.displayName].map(fold).map(toWord)
  known.set(field, words)
  return words
}

const fold = (name: string) =>
  name
    .replace(/__c$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
