import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

interface Packing {
  pack: (words: unknown) => unknown
}

/** Builds each language of the UI library without its text keys, which English provides. */
export const packLanguages = (): Plugin => ({
  name: 'pack-languages',
  async load(id) {
    const folder = dirname(id)
    if (!folder.endsWith('/react/src/locales') || !basename(id).endsWith('.ts')) return undefined
    const { default: words }: { default: unknown } = await import(id)
    const { pack }: Packing = await import(join(folder, '../packed-words.ts'))
    return `import { unpack } from '../packed-words.ts'
export default unpack(${JSON.stringify(pack(words))})
`
  },
})
