import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { englishSettings } from './english-settings.ts'
import { pack, unpack } from './packed-words.ts'
import type { Words } from './words.ts'

const languages = globSync('*.ts', { cwd: new URL('../locales/', import.meta.url).pathname })

it.each(languages)('packs and unpacks %s without loss', async (file) => {
  const { default: words }: { default: Words } = await import(`../locales/${file}`)

  const packed = pack(words)
  const settings = pack(words, englishSettings)

  expect(packed + settings).not.toContain('{')
  expect({ ...unpack(packed), ...unpack(settings, englishSettings) }).toEqual(words)
})
