export interface Searchable {
  label: string
  name: string
}

/**
 * The items that the words match, best first: a label that begins so before one that merely contains
 * it, before one whose letters only come in that order. All of them, as they come, without words.
 */
export function filterOptions<Item extends Searchable>(items: Item[], words: string): Item[] {
  const wanted = fold(words)
  if (!wanted) return items

  const letters = wanted.replaceAll(' ', '')
  const found: Item[][] = []
  for (const item of items) {
    const [label, name] = foldedOf(item)
    const best = Math.max(scoreOf(label, wanted, letters), scoreOf(name, wanted, letters))
    if (best > 0) (found[exact - best] ??= []).push(item)
  }
  return found.flat()
}

const known = new WeakMap<Searchable, [label: string, name: string]>()

const exact = 5

/** What an item is called, folded once and not at every key. */
function foldedOf(item: Searchable): [label: string, name: string] {
  const folded = known.get(item) ?? [fold(item.label), fold(item.name)]
  known.set(item, folded)
  return folded
}

function scoreOf(folded: string, wanted: string, letters: string): number {
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
