import { englishDestinations } from './english-destinations.ts'
import { findNearest } from './languages.ts'
import { unpack } from './packed-words.ts'
import type { Plural } from './words.ts'

type English = typeof englishDestinations

/** The texts of the list of destinations in one language. */
export type DestinationWords = {
  readonly [Key in keyof English]: English[Key] extends string ? string : string | Plural
}

const loaders = {
  ar: () => import('../locales/destinations/ar.ts'),
  de: () => import('../locales/destinations/de.ts'),
  es: () => import('../locales/destinations/es.ts'),
  fr: () => import('../locales/destinations/fr.ts'),
  it: () => import('../locales/destinations/it.ts'),
  ja: () => import('../locales/destinations/ja.ts'),
  ko: () => import('../locales/destinations/ko.ts'),
  nl: () => import('../locales/destinations/nl.ts'),
  pl: () => import('../locales/destinations/pl.ts'),
  'pt-BR': () => import('../locales/destinations/pt-br.ts'),
  zh: () => import('../locales/destinations/zh.ts'),
} satisfies Record<string, () => Promise<{ default: DestinationWords }>>

/** Returns a loader of the texts of destinations; `undefined` if English is the best match. */
export function findDestinationLanguage(
  locale: string,
): (() => Promise<DestinationWords>) | undefined {
  const load: (() => Promise<{ default: DestinationWords | string }>) | undefined = findNearest(
    loaders,
    locale,
  )
  if (!load) return undefined
  return async () => {
    const { default: words } = await load()
    if (typeof words !== 'string') return words
    return { ...englishDestinations, ...unpack(words, englishDestinations) }
  }
}
