import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { englishSettings } from './english-settings.ts'
import { fillText } from './fill-text.ts'
import { english, type Words } from './words.ts'

const languages = globSync('*.ts', { cwd: new URL('../locales/', import.meta.url).pathname })

const valuesIn = (text: Words[keyof Words]) =>
  new Set(
    (typeof text === 'string' ? [text] : Object.values(text)).flatMap((form) =>
      [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    ),
  )

it.each(languages)('uses the same placeholders in %s', async (file) => {
  const { default: words }: { default: Words } = await import(`../locales/${file}`)

  const valuesByKey = (of: Words) => Object.entries(of).map(([key, text]) => [key, valuesIn(text)])
  const ofEnglish = valuesByKey({ ...english, ...englishSettings })
  expect(Object.fromEntries(valuesByKey(words))).toEqual(Object.fromEntries(ofEnglish))
})

it('selects the plural form of the language', () => {
  const text = { one: '{count} record', other: '{count} records' }

  expect(fillText(text, { count: 1 }, 'en')).toBe('1 record')
  expect(fillText(text, { count: 1234 }, 'en')).toBe('1,234 records')
  expect(fillText({ few: '{count} few', other: '{count}' }, { count: 3 }, 'ar-u-nu-latn')).toBe(
    '3 few',
  )
})
