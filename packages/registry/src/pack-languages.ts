import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

interface Packing {
  pack: (words: unknown) => unknown
}

/** Builds each language of the UI library without its text keys, which English provides. */
export const packLanguages = (): Plugin => ({
  name: 'pack-languages',
  async load(id) {
    if (!isLanguage(id)) return undefined
    return `import { unpack } from '../packed-words.ts'
export default unpack(${await packedText(id)})
`
  },
})

/**
 * Builds each language as a file of its own beside the module, which loads and unpacks it. The file imports nothing, so
 * that the module may be renamed.
 */
export const splitLanguages = (folder: string): Plugin => ({
  name: 'split-languages',
  enforce: 'pre',
  async resolveId(source, importer) {
    const id = importer === undefined ? '' : join(dirname(importer), source)
    if (!isLanguage(id)) return undefined
    const name = basename(id).replace(/\.ts$/, '.js')
    this.emitFile({
      type: 'asset',
      fileName: join(folder, 'locales', name),
      source: `export default ${await packedText(id)}\n`,
    })
    return { id: `./locales/${name}`, external: true }
  },
})

const isLanguage = (id: string) =>
  dirname(id).endsWith('/react/src/locales') && basename(id).endsWith('.ts')

/** Returns the packed language as a string literal. */
async function packedText(id: string): Promise<string> {
  const { default: words }: { default: unknown } = await import(id)
  const { pack }: Packing = await import(join(dirname(id), '../packed-words.ts'))
  return JSON.stringify(pack(words))
}
