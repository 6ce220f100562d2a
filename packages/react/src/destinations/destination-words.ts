'use client'

import { usePlatform } from '../platform-provider.tsx'
import { useUiStored } from '../use-query.ts'
import { fillText } from '../words/fill-text.ts'
import { findDestinationLanguage, type DestinationWords } from '../words/destination-languages.ts'
import { englishDestinations } from '../words/english-destinations.ts'
import { useWords } from '../words/use-words.tsx'

/** Returns a text of destinations, with its values filled in. */
export type DestinationText = (
  key: keyof DestinationWords,
  values?: Record<string, string | number>,
) => string

/** Returns the texts in the language of the end user, in English if they cannot be loaded; `undefined` until loaded. */
export function useDestinationWords(): DestinationText | undefined {
  const { store } = usePlatform()
  const { language, locale } = useWords()
  const load = findDestinationLanguage(language)
  const { data, isPending } = useUiStored(
    store,
    load ? { key: ['destination-words', language], staleMs: Infinity, fetch: load } : null,
  )
  if (load && isPending) return undefined
  const words = data ?? englishDestinations
  return (key, values = {}) => fillText(words[key], values, locale)
}

/** Returns the name of messages that customers know; others have their technical name, which the messages contain. */
export const nameMessages = (w: DestinationText, eventType: string): string =>
  eventType === 'read' || eventType === 'subscribe' ? w(eventType) : eventType
