import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pack, unpack } from './packed-words.ts'
import type { Words } from './words.ts'

const languages = globSync('*.ts', { cwd: new URL('./locales/', import.meta.url).pathname })

it.each(languages)('packs and unpacks %s without loss', async (file) => {
  const { default: words }: { default: Words } = await import(`./locales/${file}`)

  const packed = pack(words)

  expect(packed).not.toContain('{')
  expect(unpack(packed)).toEqual(words)
})
