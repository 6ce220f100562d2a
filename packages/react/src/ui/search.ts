export interface Searchable {
  label: string
  name: string
}

/**
 * Returns the matching items, best first: labels that start with the text, then those that contain
 * it, then those with its letters in order. Without a text, all items in their order.
 */
export function filterOptions<Item extends Searchable>(items: Item[], words: string): Item[] {
  const wanted = fold(words)
  if (!wanted) return items

  const letters = wanted.replaceAll(' ', '')
  const found: Item[][] = []
  for (const item of items) {
    const [label, name] = foldItem(item)
    const best = Math.max(scoreMatch(label, wanted, letters), scoreMatch(name, wanted, letters))
    if (best > 0) (found[exact - best] ??= []).push(item)
  }
  return found.flat()
}

const known = new WeakMap<Searchable, [label: string, name: string]>()

const exact = 5

/** Normalizes the names of an item once instead of on every keystroke. */
function foldItem(item: Searchable): [label: string, name: string] {
  const folded = known.get(item) ?? [fold(item.label), fold(item.name)]
  known.set(item, folded)
  return folded
}

function scoreMatch(folded: string, wanted: string, letters: string): number {
  const at = folded.indexOf(wanted)
  if (at < 0) return isSubsequence(letters, folded) ? 1 : 0
  if (at === 0) return folded.length === wanted.length ? exact : 4
  return folded.includes(` ${wanted}`, at - 1) ? 3 : 2
}

function isSubsequence(letters: string, text: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim()
