import type { Words } from './words.ts'

/** All languages except English, which is bundled, are loaded on demand. */
const loaders = {
  ar: () => import('../locales/ar.ts'),
  de: () => import('../locales/de.ts'),
  es: () => import('../locales/es.ts'),
  fr: () => import('../locales/fr.ts'),
  it: () => import('../locales/it.ts'),
  ja: () => import('../locales/ja.ts'),
  ko: () => import('../locales/ko.ts'),
  nl: () => import('../locales/nl.ts'),
  pl: () => import('../locales/pl.ts'),
  'pt-BR': () => import('../locales/pt-br.ts'),
  zh: () => import('../locales/zh.ts'),
} satisfies Record<string, () => Promise<{ default: Words }>>

/** Supported languages. */
export type Locale = 'en' | keyof typeof loaders

/** Returns a loader of the language; `undefined` if English is the best match. */
export function findLanguage(
  locale: string,
): (() => Promise<{ default: Partial<Words> }>) | undefined {
  const load = findNearest(loaders, locale)
  return load && (() => loadWords(load))
}

/** Returns the entry of the locale, else of another variant of its language. */
export function findNearest<T>(entries: Record<string, T>, locale: string): T | undefined {
  const wanted = locale.toLowerCase()
  const known = Object.entries(entries)
  const [, found] =
    known.find(([name]) => name.toLowerCase() === wanted) ??
    known.find(([name]) => name.split('-')[0] === wanted.split('-')[0]) ??
    []
  return found
}

/** Packages contain a language as text, which imports nothing. */
async function loadWords(load: () => Promise<{ default: Words | string }>) {
  const [{ default: words }, { unpack }] = await Promise.all([load(), import('./packed-words.ts')])
  return { default: typeof words === 'string' ? unpack(words) : words }
}

/** Returns the writing direction of the language. */
export const getDirection = (locale: string): 'ltr' | 'rtl' =>
  /^(ar|fa|he|ur)\b/i.test(locale) ? 'rtl' : 'ltr'
