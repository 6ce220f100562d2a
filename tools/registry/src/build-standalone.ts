import { dirname, join } from 'node:path'
import { build } from 'vite'
import { splitLanguages } from './pack-languages.ts'
import { getPackageFolder, type PublishedPackage } from './source.ts'

/**
 * Builds a module for pages without React into one file, including all imports, with Preact instead
 * of React. Languages are files of their own, below `locales/`, which import nothing: the module may be
 * renamed. Returns the folders of included third-party packages.
 */
export async function buildStandalone(
  name: PublishedPackage,
  entry: string,
  dist: string,
): Promise<string[]> {
  const built = await build({
    root: getPackageFolder(name),
    configFile: false,
    logLevel: 'warn',
    plugins: [splitLanguages(dirname(entry))],
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
      outDir: join(dist, name),
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: join(getPackageFolder(name), entry),
        formats: ['es'],
        fileName: () => entry.replace(/\.tsx?$/, '.js'),
      },
      rolldownOptions: {
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
        output: { codeSplitting: false, minify: true },
      },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error(`${entry} is watched.`)
  return result.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}
