'use client'

import type { ReactNode } from 'react'
import { englishSettings } from './english-settings.ts'
import { usePlatform } from '../platform-provider.tsx'
import { findSettingsLanguage } from './settings-languages.ts'
import { useUiStored } from '../use-query.ts'
import { addEnglish, addTexts, useWords } from './use-words.tsx'

addEnglish(englishSettings)

/** Shows settings once their texts are loaded, in English if they cannot be. */
export function WithSettingsWords({ children }: { children: ReactNode }) {
  const { store } = usePlatform()
  const { language } = useWords()
  const load = findSettingsLanguage(language)
  const { isPending } = useUiStored(
    store,
    load
      ? {
          key: ['settings-words', language],
          staleMs: Infinity,
          fetch: async () => {
            addTexts(language, await load())
            return true
          },
        }
      : null,
  )
  return load && isPending ? null : children
}
