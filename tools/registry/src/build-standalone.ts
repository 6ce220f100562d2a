import { dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { splitLanguages } from './pack-languages.ts'
import { getPackageFolder, type PublishedPackage } from './source.ts'

/**
 * Builds modules for pages without React, including all imports, with Preact instead of React. The first is one file,
 * which may be renamed unless others are used; these import from it what both contain, so that packages and pages have
 * it once. Languages are files of their own, below `locales/`, which import nothing. Returns the included modules.
 */
export async function buildStandalone(
  name: PublishedPackage,
  entries: readonly string[],
  dist: string,
): Promise<string[]> {
  const [first, ...others] = entries
  if (first === undefined) return []
  const buildOne = (entry: string, plugins: Plugin[], write = true) =>
    buildEntry(name, entry, { outDir: join(dist, name), plugins, write })
  const { moduleIds } = await buildOne(first, [], false)
  const shared: Shared = { file: toFileName(first), moduleIds, names: new Map() }
  const all = [...moduleIds]
  for (const entry of others) {
    const built = await buildOne(entry, [importShared(shared)])
    all.push(...built.moduleIds)
  }
  await buildOne(first, [exportShared(join(getPackageFolder(name), first), shared)])
  return all
}

const toFileName = (entry: string) => entry.replace(/^.*\//, '').replace(/\.tsx?$/, '.js')

async function buildEntry(
  name: PublishedPackage,
  entry: string,
  { outDir, plugins, write }: { outDir: string; plugins: Plugin[]; write: boolean },
) {
  const built = await build({
    root: getPackageFolder(name),
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins, splitLanguages(dirname(entry))],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: {
        'react-dom/client': 'preact/compat/client',
        'react/jsx-runtime': 'preact/jsx-runtime',
        'react-dom': 'preact/compat',
        react: 'preact/compat',
      },
    },
    build: {
      outDir,
      write,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: join(getPackageFolder(name), entry),
        formats: ['es'],
        fileName: () => entry.replace(/\.tsx?$/, '.js'),
      },
      rolldownOptions: {
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
        output: {
          codeSplitting: false,
          minify: true,
        },
      },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error(`${entry} is watched.`)
  return result.output[0]
}

interface Shared {
  /** The file that contains the modules. */
  file: string
  moduleIds: readonly string[]
  /** Names under which the file exports what others import, by module and name. */
  names: Map<string, string>
}

const marker = 'platform-shared:'
const importStatement = new RegExp(`import\\{([^}]*)\\}from["'\`]${marker}([^"'\`]*)["'\`];?`, 'g')

/** Imports modules that the first file contains from there. */
const importShared = ({ file, moduleIds, names }: Shared): Plugin => ({
  name: 'import-shared',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (importer === undefined) return undefined
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    if (!resolved || !moduleIds.includes(resolved.id)) return undefined
    return { id: marker + resolved.id, external: true }
  },
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const imported: string[] = []
      const rest = chunk.code.replaceAll(importStatement, (_, list: string, path: string) => {
        for (const one of list.split(',')) {
          const [name = '', local = name] = one.split(' as ')
          const key = `${name} ${path}`
          const short = names.get(key) ?? `s${names.size}`
          names.set(key, short)
          imported.push(`${short} as ${local}`)
        }
        return ''
      })
      if (rest.includes(marker)) throw new Error(`${chunk.fileName} imports more than names.`)
      chunk.code = `import{${imported.join(',')}}from"./${file}";${rest}`
    }
  },
})

/** Exports from the first file what others import. */
const exportShared = (first: string, { names }: Shared): Plugin => ({
  name: 'export-shared',
  enforce: 'pre',
  transform(code, id) {
    if (id !== first) return undefined
    const exported = [...names].map(([key, short]) => {
      const [name = '', path] = key.split(/ (.*)/s)
      return `export { ${name} as ${short} } from ${JSON.stringify(path)}\n`
    })
    return code + exported.join('')
  },
})
