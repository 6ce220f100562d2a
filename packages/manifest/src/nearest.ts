import { closest, distance } from 'fastest-levenshtein'

/** Returns a suggestion for a misspelled name; undefined if none is similar. */
export function didYouMean(name: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || name.length > 100) return undefined
  const lower = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]))
  const nearest = closest(name.toLowerCase(), [...lower.keys()])
  const isNear = distance(name.toLowerCase(), nearest) <= Math.max(2, name.length / 3)
  return isNear ? `Did you mean \`${lower.get(nearest)}\`?` : undefined
}
