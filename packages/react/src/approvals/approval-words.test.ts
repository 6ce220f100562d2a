import { expect, it } from 'vitest'
import { approvalLanguages, approvalWordsIn } from './approval-words.ts'

const placeholders = (text: unknown) => (JSON.stringify(text).match(/\{\w+\}/g) ?? []).toSorted()

it('speaks twelve languages', () => {
  expect(approvalLanguages).toHaveLength(12)
})

it.each(approvalLanguages)('%s has every text, with the placeholders of English', (language) => {
  const english = approvalWordsIn('en')
  const words = approvalWordsIn(language)

  expect(Object.keys(words)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(english)) {
    const other = Object.entries(words).find(([name]) => name === key)?.[1]
    expect(new Set(placeholders(other)), key).toEqual(new Set(placeholders(text)))
    if (language !== 'en' && key !== 'record') expect(other, key).not.toEqual(text)
  }
})

it('falls back to English, and finds variants', () => {
  expect(approvalWordsIn('sv')).toBe(approvalWordsIn('en'))
  expect(approvalWordsIn('de-AT')).toBe(approvalWordsIn('de'))
})
