import { english, type Plural, type Words } from './words.ts'

type EnglishTexts = Record<string, string | { other: string }>

/**
 * A language without the keys, which English provides: its texts in the order of the English ones,
 * separated by `|`, plural forms by `~`, with `#` and `%` for the first and second value. Sentences begin
 * in lower case, which compresses better; `^` precedes those that do in the original.
 */
type PackedWords = string

/** Packs the texts of a language that `own` has in English. */
export function pack(
  words: Record<string, string | Plural>,
  own: EnglishTexts = english,
): PackedWords {
  const packed = Object.entries(own).map(([key, ofEnglish]) => {
    const text = words[key] ?? ''
    const [first, second] = listPlaceholders(ofEnglish)
    const packedText =
      typeof text === 'string' ? text : plurals.map((form) => text[form] ?? '').join('~')
    return packedText.replaceAll(`{${first}}`, '#').replaceAll(`{${second}}`, '%')
  })
  return packed
    .join('|')
    .replaceAll(/(^|[|~]|\. )([\p{Lu}\p{Ll}])/gu, (_, before: string, letter: string) => {
      const small = letter.toLowerCase()
      return before + (letter === small ? `^${small}` : small)
    })
}

/** Returns the texts that were packed with the same English ones. */
export function unpack(packed: PackedWords, own: EnglishTexts = english): Partial<Words> {
  const texts = packed
    .replaceAll(
      /(^|[|~]|\. )(\^?)(\p{Ll})/gu,
      (_, before: string, mark: string, letter: string) =>
        before + (mark ? letter : letter.toUpperCase()),
    )
    .split('|')
  const words = Object.entries(own).map(([key, ofEnglish], at) => {
    const [first, second] = listPlaceholders(ofEnglish)
    const text = (texts[at] ?? '').replaceAll('#', `{${first}}`).replaceAll('%', `{${second}}`)
    if (!text.includes('~')) return [key, text]
    const forms = text.split('~').map((form, n) => [plurals[n], form])
    return [key, Object.fromEntries(forms.filter(([, form]) => form))]
  })
  return Object.fromEntries(words) as Partial<Words>
}

const plurals = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies (keyof Plural)[]

/** Returns the placeholder names of a text, in English order. */
function listPlaceholders(text: string | { other: string }): string[] {
  const form = typeof text === 'string' ? text : text.other
  return [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
