/** Bundles what a host loads for each use, minified and without React, for `size-limit`. */
import { copyFile, glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
/** The package as installed from the registry. */
const [unpacked = ''] = process.argv.slice(2)
const external = ['react', 'react-dom', 'react/jsx-runtime']

const uses = {
  'install-integration': 'export { InstallIntegration, PlatformProvider }',
  'integration-list': 'export { IntegrationList, InstallIntegration, PlatformProvider }',
  'connect-provider': 'export { ConnectProvider, PlatformProvider }',
  headless: 'export *',
  'is-installed': 'export { useIsIntegrationInstalled, PlatformProvider }',
  unused: 'import',
}
const folder = join(here, '.size/dist')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const [name, statement] of Object.entries(uses)) {
  const from = name === 'headless' ? 'headless' : 'index'
  const specifier = `'${unpacked}/dist/react/src/${from}.js'`
  const entry = join(folder, `${name}.entry.js`)
  const text = statement === 'import' ? `import ${specifier}` : `${statement} from ${specifier}`
  await writeFile(entry, text)
  const built = await build({
    root: here,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'], fileName: name },
      // As in a page: Vite does not minify libraries.
      rolldownOptions: { external, output: { minify: true } },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error(`${name} was not built.`)
  const { output } = result
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const atFirst = new Set<string>()
  const loadFile = (fileName: string) => {
    if (atFirst.has(fileName)) return
    atFirst.add(fileName)
    chunks.get(fileName)?.imports.forEach(loadFile)
  }
  loadFile(output[0].fileName)
  const others = [...chunks.keys()].filter((fileName) => !isLanguage(fileName))
  // Settings that few integrations have are loaded for them.
  const isSetting = (fileName: string) => /^settings\b/.test(fileName)
  const all = others.filter((fileName) => !isSetting(fileName))
  await weigh(name, all)
  if (all.length > atFirst.size) await weigh(`${name}-at-first`, [...atFirst])
  if (name === 'install-integration') {
    await weigh('settings', others.filter(isSetting))
    for (const fileName of [...chunks.keys()].filter(isLanguage)) {
      const isOfSettings = chunks.get(fileName)?.facadeModuleId?.includes('/settings/')
      const language = /^(pt-br|[a-z]+)/.exec(fileName)?.[0]
      await weigh(`${isOfSettings ? 'settings-' : ''}language-${language}`, [fileName])
    }
  }

  async function weigh(label: string, fileNames: string[]): Promise<void> {
    const code = fileNames.map((fileName) => chunks.get(fileName)?.code ?? '').join('')
    await writeFile(join(folder, `${label}.js`), code)
    console.log(`${label.padEnd(28)} ${(gzipSync(code).length / 1000).toFixed(2)} kB gzip`)
  }
}

/** Each language is a separate file, of which a page loads one at most. */
function isLanguage(fileName: string): boolean {
  return /^(ar|de|es|fr|it|ja|ko|nl|pl|pt-br|zh)\b/.test(fileName)
}

await copyFile(join(unpacked, 'dist/react/src/element/index.js'), join(folder, 'element.js'))
for (const part of ['accounts', 'approvals', 'destinations']) {
  const built = join(unpacked, `dist/react/src/element/${part}.js`)
  await copyFile(built, join(folder, `element-${part}.js`))
  const bytes = gzipSync(await readFile(built)).length
  console.log(`${`element/${part}`.padEnd(28)} ${(bytes / 1000).toFixed(2)} kB gzip`)
}
await copyFile(join(unpacked, 'dist/react/src/styles.css'), join(folder, 'styles.css'))
const css = await readFile(join(folder, 'styles.css'))
console.log(`${'styles.css'.padEnd(20)} ${(gzipSync(css).length / 1000).toFixed(2)} kB gzip`)

let bytes = 0
for await (const file of glob('**/*.*', { cwd: unpacked }))
  bytes += (await stat(join(unpacked, file))).size
console.log(`${'unpacked'.padEnd(20)} ${(bytes / 1000).toFixed(0)} kB`)
const unpackedLimit = 800
if (bytes > unpackedLimit * 1000) throw new Error(`Unpacked: more than ${unpackedLimit} kB.`)
