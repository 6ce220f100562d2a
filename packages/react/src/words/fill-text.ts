import type { Plural } from './words.ts'

/** Returns the text with its values; `count` selects the plural form. */
export function fillText(
  text: string | Plural,
  values: Record<string, string | number>,
  locale: string,
): string {
  const form = typeof text === 'string' ? text : pluralForm(text, Number(values.count), locale)
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? value.toLocaleString(locale) : value
  })
}

const pluralForm = (plural: Plural, count: number, locale: string) =>
  plural[new Intl.PluralRules(locale).select(count)] ?? plural.other
