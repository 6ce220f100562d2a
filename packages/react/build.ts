/**
 * Builds the package that is published, in `dist`: one JavaScript module per source module (so that
 * each keeps its "use client" and what is unused falls away), declarations, the stylesheet and a
 * package.json whose exports point at them. In the workspace the sources are imported directly.
 */
import { execFile } from 'node:child_process'
import { copyFile, glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const dist = join(here, 'dist')
const external = ['react', 'react-dom', 'react/jsx-runtime']
const entries = { index: 'index.ts', headless: 'headless.ts', testing: 'testing/index.ts' }

await rm(dist, { recursive: true, force: true })
await buildModules()
await buildDeclarations()
await buildStylesheet()
await writePackageJson()
await measure()

async function buildModules(): Promise<void> {
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      lib: {
        entry: Object.values(entries).map((entry) => join(here, 'src', entry)),
        formats: ['es'],
      },
      rolldownOptions: {
        external,
        // Every module stays a module of its own, and so keeps its directive.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
        output: {
          preserveModules: true,
          preserveModulesRoot: dirname(here),
          entryFileNames: ({ name }) => `esm/${name.replace(/\.tsx?$/, '')}.js`,
        },
      },
    },
  })
}

/** Declarations of ours and of the client that is bundled in, each import made relative. */
async function buildDeclarations(): Promise<void> {
  await promisify(execFile)('tsc', ['-p', 'tsconfig.build.json'], { cwd: here })
  const client = join(dist, 'types/client/src/index.js')
  for await (const file of glob('types/**/*.d.ts', { cwd: dist })) {
    const path = join(dist, file)
    const toClient = relative(dirname(path), client)
    const text = (await readFile(path, 'utf8'))
      .replaceAll(
        "'@platform/client'",
        `'${toClient.startsWith('.') ? toClient : `./${toClient}`}'`,
      )
      .replace(/(from\s+'\.[^']*|import\('\.[^']*)\.tsx?'/g, "$1.js'")
    await writeFile(path, file.endsWith('/api.d.ts') ? withoutComments(text) : text)
  }
}

/** The examples of the whole API are no use to those who import a component. */
function withoutComments(declarations: string): string {
  return declarations.replace(/\/\*\*[\s\S]*?\*\/\n?/g, '').replace(/^\s*\n/gm, '')
}

async function buildStylesheet(): Promise<void> {
  await copyFile(join(here, 'src/styles.css'), join(dist, 'styles.css'))
  // An import of styles has no types; TypeScript still looks for them.
  await writeFile(join(dist, 'styles.d.ts'), 'export {}\n')
}

async function writePackageJson(): Promise<void> {
  const source = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))
  const entry = (path: string) => ({
    types: `./types/react/src/${path}.d.ts`,
    default: `./esm/react/src/${path}.js`,
  })
  const { name, version, description, license, type, peerDependencies } = source
  const published = {
    name,
    version,
    description,
    license,
    type,
    sideEffects: ['*.css'],
    exports: {
      '.': entry('index'),
      './headless': entry('headless'),
      './testing': entry('testing/index'),
      './styles': { types: './styles.d.ts', default: './styles.css' },
      './styles.css': './styles.css',
      './package.json': './package.json',
    },
    peerDependencies,
  }
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await copyFile(join(here, 'README.md'), join(dist, 'README.md'))
}

/** Bundles what a host bundles for each use, minified without React, for `size-limit` to weigh. */
async function measure(): Promise<void> {
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
    const specifier = `'../../dist/esm/react/src/${from}.js'`
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
  const css = await readFile(join(dist, 'styles.css'))
  console.log(`${'styles.css'.padEnd(20)} ${(gzipSync(css).length / 1000).toFixed(2)} kB gzip`)

  let bytes = 0
  for await (const file of glob('**/*.*', { cwd: dist }))
    bytes += (await stat(join(dist, file))).size
  console.log(`${'unpacked'.padEnd(20)} ${(bytes / 1000).toFixed(0)} kB`)
}
