'use client'

import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { findLanguage } from './languages.ts'
import { useOptionalPlatform } from '../platform-provider.tsx'
import { useUiStored } from '../use-query.ts'
import { englishAtFirst } from './english-at-first.ts'
import { fillText } from './fill-text.ts'
import type { TextValues, WordKey, Words } from './words.ts'

/** Keys of the texts that load with the connect card. */
type FirstWordKey = keyof typeof englishAtFirst

export interface Localizer<Known extends WordKey = FirstWordKey> {
  /** Locale for numbers and times. */
  locale: string
  /** Language of the texts. */
  language: string
  /** Returns the text of the key, with its values filled in. */
  t: <Key extends Known>(key: Key, ...values: TextValues<Key>) => string
  list: (items: string[]) => string
  /** Joins clauses to a sentence: "Reads Contact, writes Lead". */
  clauses: (clauses: string[]) => string
  day: (time: string) => string
  moment: (time: string) => string
  /** Formats the first and last of some days in UTC, given as `2026-03-02`. */
  days: (first: string, last: string) => string
  /** Whether the language is still loading; English is used meanwhile. */
  isLoading: boolean
}

const english: Partial<Words> = { ...englishAtFirst }

/** Adds the English texts of code that is loaded later. */
export const addEnglish = (texts: Partial<Words>): void => void Object.assign(english, texts)

/** Texts of other languages that are loaded with such code. */
const later: Record<string, Partial<Words>> = {}
export const addTexts = (language: string, texts: Partial<Words>): void => {
  later[language] = texts
}

const WordsContext = createContext<Localizer<WordKey>>(createLocalizer({}, 'en'))

/** Returns texts until the connect card shows, and formatters, in the language of the end user. */
export const useWords = (): Localizer => useContext(WordsContext)

/** Loads the language from the options for all components below. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const platform = useOptionalPlatform()
  const localization = platform?.options.localization
  const asked = platform?.options.locale
  const load = findLanguage(asked ?? 'en')
  const { data, isPending } = useUiStored(
    platform?.store,
    load ? { key: ['words', asked ?? 'en'], staleMs: Infinity, fetch: load } : null,
  )
  const isLoading = load !== undefined && isPending
  const loaded = data?.default
  const localizer = useMemo(() => {
    // Without texts for the language, English texts and formats are used.
    const isSpoken = loaded || localization || asked?.startsWith('en')
    const language = asked && isSpoken ? asked : 'en'
    const locale = asked && isSpoken ? asked : englishOfThePage()
    return {
      ...createLocalizer({ ...loaded, ...localization }, locale),
      language,
      isLoading,
    }
  }, [loaded, localization, asked, isLoading])

  // Until another language is loaded, the current texts stay, and so does user input.
  const [lastLoaded, setLastLoaded] = useState(localizer)
  if (!isLoading && lastLoaded !== localizer) setLastLoaded(localizer)
  const shown = isLoading && !lastLoaded.isLoading ? lastLoaded : localizer
  return <WordsContext.Provider value={shown}>{children}</WordsContext.Provider>
}

/**
 * Returns the browser's variant of English, for dates and numbers; plain English for other
 * languages.
 */
const englishOfThePage = () =>
  typeof navigator !== 'undefined' && navigator.language?.startsWith('en')
    ? navigator.language
    : 'en'

function createLocalizer(words: Partial<Words>, locale: string): Localizer<WordKey> {
  const formatTime = (time: string, style: Intl.DateTimeFormatOptions) =>
    new Date(time).toLocaleString(locale, style)
  return {
    locale,
    language: locale,
    t: (key, ...values) => {
      const text = words[key] ?? later[locale]?.[key] ?? english[key] ?? ''
      return fillText(text, values[0] ?? {}, locale)
    },
    list: (items) => new Intl.ListFormat(locale).format(items),
    clauses: (clauses) => new Intl.ListFormat(locale, { style: 'narrow' }).format(clauses),
    day: (time) => formatTime(time, { dateStyle: 'medium' }),
    moment: (time) => formatTime(time, { dateStyle: 'medium', timeStyle: 'short' }),
    days: (first, last) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
        new Date(first),
        new Date(last),
      ),
    isLoading: false,
  }
}
