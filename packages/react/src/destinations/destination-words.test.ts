import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { DestinationWords } from '../words/destination-languages.ts'
import { englishDestinations } from '../words/english-destinations.ts'
import { pack, unpack } from '../words/packed-words.ts'

const folder = new URL('../locales/destinations/', import.meta.url)
const languages = globSync('*.ts', { cwd: folder.pathname })

const listPlaceholders = (text: unknown) =>
  new Set([...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))

it('speaks eleven languages beside English', () => {
  expect(languages).toHaveLength(11)
})

it.each(languages)('%s has every text, also once it is packed', async (file) => {
  const { default: words }: { default: DestinationWords } = await import(
    `../locales/destinations/${file}`
  )

  expect(Object.keys(words)).toEqual(Object.keys(englishDestinations))
  for (const [key, text] of Object.entries(englishDestinations)) {
    const other = Object.entries(words).find(([name]) => name === key)?.[1]
    expect(listPlaceholders(other), key).toEqual(listPlaceholders(text))
    if (JSON.stringify(text).length > 14) expect(other, key).not.toEqual(text)
  }
  expect(unpack(pack(words, englishDestinations), englishDestinations)).toEqual(words)
})
