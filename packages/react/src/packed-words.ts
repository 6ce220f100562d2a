import { english, type Plural, type Words } from './words.ts'

/**
 * A language without the keys, which English provides: its texts in the order of the English ones,
 * separated by `|`, plural forms by `~`, with `#` and `%` for the first and second value. Sentences begin
 * in lower case, which compresses better; `^` precedes those that do in the original.
 */
type PackedWords = string

/** Packs a language for the browser. */
export function pack(words: Words): PackedWords {
  const packed = keysOfEnglish.map((key) => {
    const text = words[key]
    const [first, second] = listPlaceholders(key)
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

export function unpack(packed: PackedWords): Words {
  const texts = packed
    .replaceAll(
      /(^|[|~]|\. )(\^?)(\p{Ll})/gu,
      (_, before: string, mark: string, letter: string) =>
        before + (mark ? letter : letter.toUpperCase()),
    )
    .split('|')
  const words = keysOfEnglish.map((key, at) => {
    const [first, second] = listPlaceholders(key)
    const text = (texts[at] ?? '').replaceAll('#', `{${first}}`).replaceAll('%', `{${second}}`)
    if (!text.includes('~')) return [key, text]
    const forms = text.split('~').map((form, n) => [plurals[n], form])
    return [key, Object.fromEntries(forms.filter(([, form]) => form))]
  })
  return Object.fromEntries(words) as Words
}

const plurals = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies (keyof Plural)[]

const keysOfEnglish = Object.keys(english) as (keyof Words)[]

/** Returns the placeholder names of a text, in English order. */
function listPlaceholders(key: keyof Words): string[] {
  const text = english[key]
  const form = typeof text === 'string' ? text : text.other
  return [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
