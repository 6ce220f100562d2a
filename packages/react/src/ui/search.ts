export interface Searchable {
  label: string
  name: string
}

/**
 * The items that the words match, best first: a label that begins so before one that merely contains
 * it, before one whose letters only come in that order. All of them, as they come, without words.
 */
export function search<Item extends Searchable>(items: Item[], words: string): Item[] {
  const wanted = fold(words)
  if (!wanted) return items

  return items
    .map((item) => ({
      item,
      score: Math.max(scoreOf(item.label, wanted), scoreOf(item.name, wanted)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

function scoreOf(text: string, wanted: string): number {
  const folded = fold(text)
  if (folded === wanted) return 5
  if (folded.startsWith(wanted)) return 4
  if (folded.includes(` ${wanted}`)) return 3
  if (folded.includes(wanted)) return 2
  return isSubsequence(wanted.replaceAll(' ', ''), folded) ? 1 : 0
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
