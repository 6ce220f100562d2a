import { expect, it } from 'vitest'
import { accountLanguages, accountWordsIn } from './account-words.ts'

const placeholders = (text: unknown) => (JSON.stringify(text).match(/\{\w+\}/g) ?? []).toSorted()

it('speaks twelve languages', () => {
  expect(accountLanguages).toHaveLength(12)
})

it.each(accountLanguages)('%s has every text, with the placeholders of English', (language) => {
  const english = accountWordsIn('en')
  const words = accountWordsIn(language)

  expect(Object.keys(words)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(english)) {
    const other = Object.entries(words).find(([name]) => name === key)?.[1]
    expect(new Set(placeholders(other)), key).toEqual(new Set(placeholders(text)))
    if (language !== 'en') expect(other, key).not.toEqual(text)
  }
})

it('falls back to English, and finds variants', () => {
  expect(accountWordsIn('sv')).toBe(accountWordsIn('en'))
  expect(accountWordsIn('de-AT')).toBe(accountWordsIn('de'))
})
