import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

interface Packing {
  pack: (words: unknown, own?: unknown) => unknown
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
    // The loaders unpack the texts.
    const id = join(dirname(importer), source)
    if (
      !/\/react\/src\/words\/(?:settings-|destination-)?languages\.ts$/.test(importer) ||
      !isLanguage(id)
    )
      return undefined
    return { id: `../element/locales/${toScript(id)}`, external: true }
  },
  load: (id) =>
    isLanguage(id)
      ? `import { englishSettings } from '../words/english-settings.ts'
import { unpack } from '../words/packed-words.ts'
import packed from '${textsFromLocales}${toScript(id)}'
import settings from '${textsFromLocales}settings/${toScript(id)}'
export default { ...unpack(packed), ...unpack(settings, englishSettings) }
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
  /\/react\/src\/locales\/(?:(?:settings|destinations)\/)?[\w-]+\.ts$/.test(id)

/** Returns the path of a language below `locales`. */
const toScript = (id: string) => id.replace(/^.*\/locales\//, '').replace(/\.ts$/, '.js')

/** Returns the packed language as a string literal. */
async function packText(id: string): Promise<string> {
  const source = id.replace(/\/locales\/.*$/, '')
  const { default: words }: { default: unknown } = await import(id)
  const { pack }: Packing = await import(join(source, 'words/packed-words.ts'))
  const [, part] = /\/locales\/(\w+)\//.exec(id) ?? []
  if (part === undefined) return JSON.stringify(pack(words))
  const english: Record<string, unknown> = await import(join(source, `words/english-${part}.ts`))
  return JSON.stringify(pack(words, Object.values(english)[0]))
}
