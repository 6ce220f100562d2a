'use client'

import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { languageOf } from './languages.ts'
import { useOptionalPlatform } from './platform-provider.tsx'
import { useStored } from './use-query.ts'
import { english, fill, type ValuesOf, type WordKey, type Words } from './words.ts'

export interface Speech {
  /** The language and region in which numbers and times are written. */
  locale: string
  /** The language of the words. */
  language: string
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
  const asked = platform?.options.locale
  const load = languageOf(asked ?? 'en')
  const { data, isPending } = useStored(
    platform?.store,
    load ? { key: ['words', asked ?? 'en'], staleMs: Infinity, fetch: load } : null,
  )
  const isLoading = load !== undefined && isPending
  const loaded = data?.default
  const speech = useMemo(() => {
    // Where nobody has words of the language, or they cannot be loaded, English is spoken and written.
    const isSpoken = loaded || localization || asked?.startsWith('en')
    const language = asked && isSpoken ? asked : 'en'
    const locale = asked && isSpoken ? asked : englishOfThePage()
    return { ...speechOf({ ...english, ...loaded, ...localization }, locale), language, isLoading }
  }, [loaded, localization, asked, isLoading])

  // Until another language is there, the words that are on show stay, and so does what was typed.
  const [said, setSaid] = useState(speech)
  if (!isLoading && said !== speech) setSaid(speech)
  const shown = isLoading && !said.isLoading ? said : speech
  return <WordsContext.Provider value={shown}>{children}</WordsContext.Provider>
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
    language: locale,
    say: (key, ...values) => fill(words[key], values[0] ?? {}, locale),
    list: (items) => new Intl.ListFormat(locale).format(items),
    day: (time) => written(time, { dateStyle: 'medium' }),
    moment: (time) => written(time, { dateStyle: 'medium', timeStyle: 'short' }),
    isLoading: false,
  }
}
