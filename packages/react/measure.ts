/**
 * Bundles what a host bundles of the package for each use, minified without React, for `size-limit` to
 * weigh.
 */
import { copyFile, glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
/** The package as others install it. */
const [unpacked = ''] = process.argv.slice(2)
const external = ['react', 'react-dom', 'react/jsx-runtime']

const uses = {
  'install-integration': 'export { InstallIntegration, PlatformProvider }',
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
  const { output } = (await build({
    root: here,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'], fileName: name },
      rolldownOptions: { external },
    },
  }).then((built) => (Array.isArray(built) ? built[0] : built))) as Rolldown.RolldownOutput
  await writeFile(join(folder, `${name}.js`), output[0].code)
  console.log(`${name.padEnd(20)} ${(gzipSync(output[0].code).length / 1000).toFixed(2)} kB gzip`)
}
await copyFile(join(unpacked, 'dist/react/src/styles.css'), join(folder, 'styles.css'))
const css = await readFile(join(folder, 'styles.css'))
console.log(`${'styles.css'.padEnd(20)} ${(gzipSync(css).length / 1000).toFixed(2)} kB gzip`)

let bytes = 0
for await (const file of glob('**/*.*', { cwd: unpacked }))
  bytes += (await stat(join(unpacked, file))).size
console.log(`${'unpacked'.padEnd(20)} ${(bytes / 1000).toFixed(0)} kB`)
