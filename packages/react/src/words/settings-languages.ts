import { englishSettings } from './english-settings.ts'
import { findNearest } from './languages.ts'
import { unpack } from './packed-words.ts'
import type { SettingsWords } from './words.ts'

const loaders = {
  ar: () => import('../locales/settings/ar.ts'),
  de: () => import('../locales/settings/de.ts'),
  es: () => import('../locales/settings/es.ts'),
  fr: () => import('../locales/settings/fr.ts'),
  it: () => import('../locales/settings/it.ts'),
  ja: () => import('../locales/settings/ja.ts'),
  ko: () => import('../locales/settings/ko.ts'),
  nl: () => import('../locales/settings/nl.ts'),
  pl: () => import('../locales/settings/pl.ts'),
  'pt-BR': () => import('../locales/settings/pt-br.ts'),
  zh: () => import('../locales/settings/zh.ts'),
} satisfies Record<string, () => Promise<{ default: SettingsWords }>>

/** Returns a loader of the texts of settings; `undefined` if English is the best match. */
export function findSettingsLanguage(
  locale: string,
): (() => Promise<Partial<SettingsWords>>) | undefined {
  const load: (() => Promise<{ default: SettingsWords | string }>) | undefined = findNearest(
    loaders,
    locale,
  )
  if (!load) return undefined
  return async () => {
    const { default: words } = await load()
    return typeof words === 'string' ? unpack(words, englishSettings) : words
  }
}
