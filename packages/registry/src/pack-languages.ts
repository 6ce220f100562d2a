import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

interface Packing {
  pack: (words: unknown) => unknown
}

/**
 * Builds each language of the UI library without its text keys, which English provides. The texts are those of the web
 * component, so that the package contains them once.
 */
export const packLanguages = (): Plugin => ({
  name: 'pack-languages',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (source.startsWith(textsFromLocales)) return { id: source, external: true }
    // The loader unpacks the texts.
    if (
      !importer.endsWith('/react/src/languages.ts') ||
      !isLanguage(join(dirname(importer), source))
    )
      return undefined
    return { id: `./element/locales/${toScript(source)}`, external: true }
  },
  load: (id) =>
    isLanguage(id)
      ? `import { unpack } from '../packed-words.ts'
import packed from '${textsFromLocales}${toScript(id)}'
export default unpack(packed)
`
      : undefined,
})

const textsFromLocales = '../element/locales/'

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
    const name = toScript(id)
    this.emitFile({
      type: 'asset',
      fileName: join(folder, 'locales', name),
      source: `export default ${await packText(id)}\n`,
    })
    return { id: `./locales/${name}`, external: true }
  },
})

const isLanguage = (id: string) =>
  dirname(id).endsWith('/react/src/locales') && basename(id).endsWith('.ts')

const toScript = (id: string) => basename(id).replace(/\.ts$/, '.js')

/** Returns the packed language as a string literal. */
async function packText(id: string): Promise<string> {
  const { default: words }: { default: unknown } = await import(id)
  const { pack }: Packing = await import(join(dirname(id), '../packed-words.ts'))
  return JSON.stringify(pack(words))
}
