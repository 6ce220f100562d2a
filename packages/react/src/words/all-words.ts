'use client'

import { addEnglish, useWords, type Localizer } from './use-words.tsx'
import { english, type WordKey } from './words.ts'

addEnglish(english)

/** Returns texts as `useWords` does, including those that are not needed until the connect card shows. */
export const useAllWords: () => Localizer<WordKey> = useWords
