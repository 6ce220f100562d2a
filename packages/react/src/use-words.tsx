'use client'

import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { languageOf } from './languages.ts'
import { useOptionalPlatform } from './platform-provider.tsx'
import { useStored } from './use-query.ts'
import { english, fill, type ValuesOf, type WordKey, type Words } from './words.ts'

export interface Speech {
  /** The language and region in which numbers and times are written. */
  locale: string
  /** The text of the key, with its values in place. */
  say: <Key extends WordKey>(key: Key, ...values: ValuesOf<Key>) => string
  list: (items: string[]) => string
  day: (time: string) => string
  moment: (time: string) => string
  /** The language is on its way: what is said now is English. */
  isLoading: boolean
}

const WordsContext = createContext<Speech>(speechOf(english, 'en'))

/** What the components say, in the language of the page's end user. */
export const useWords = (): Speech => useContext(WordsContext)

/** Loads the language that the options name, for everything below. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const platform = useOptionalPlatform()
  const localization = platform?.options.localization
  const locale = platform?.options.locale ?? englishOfThePage()
  const load = languageOf(locale)
  const { data, isPending } = useStored(
    platform?.store,
    load ? { key: ['words', locale], staleMs: Infinity, fetch: load } : null,
  )
  const isLoading = load !== undefined && isPending
  const speech = useMemo(
    // A language that cannot be loaded leaves English.
    () => ({ ...speechOf({ ...english, ...data?.default, ...localization }, locale), isLoading }),
    [data, localization, locale, isLoading],
  )
  return <WordsContext.Provider value={speech}>{children}</WordsContext.Provider>
}

/** The browser's English, for its dates and numbers; plain English where it speaks another language. */
const englishOfThePage = () =>
  typeof navigator !== 'undefined' && navigator.language?.startsWith('en')
    ? navigator.language
    : 'en'

function speechOf(words: Words, locale: string): Speech {
  const written = (time: string, style: Intl.DateTimeFormatOptions) =>
    new Date(time).toLocaleString(locale, style)
  return {
    locale,
    say: (key, ...values) => fill(words[key], values[0] ?? {}, locale),
    list: (items) => new Intl.ListFormat(locale).format(items),
    day: (time) => written(time, { dateStyle: 'medium' }),
    moment: (time) => written(time, { dateStyle: 'medium', timeStyle: 'short' }),
    isLoading: false,
  }
}
