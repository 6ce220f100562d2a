import { useState } from 'react'

interface LanguageChoiceProps {
  locale: string
  setLocale: (locale: string) => void
}

/** Chooses the language of the embedded component. */
export function LanguageChoice({ locale, setLocale }: LanguageChoiceProps) {
  return (
    <label className="language">
      <span>Language of the component</span>
      <select value={locale} onChange={(event) => setLocale(event.target.value)}>
        {locales.map((one) => (
          <option key={one} value={one} lang={one}>
            {getLanguageName(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The languages of `@platform/react`. */
const locales = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-BR', 'zh']

/** Returns the name of the language in itself. */
const getLanguageName = (locale: string) =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale

/** Keeps the chosen language in the URL. */
export function useLocale(): [string, (locale: string) => void] {
  const asked = new URLSearchParams(location.search).get('language') ?? ''
  const [locale, setLocale] = useState(locales.includes(asked) ? asked : 'en')
  const choose = (next: string) => {
    history.replaceState(null, '', `?language=${next}${location.hash}`)
    setLocale(next)
  }
  return [locale, choose]
}
