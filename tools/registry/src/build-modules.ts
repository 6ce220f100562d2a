import { join } from 'node:path'
import { build } from 'vite'
import { packLanguages } from './pack-languages.ts'
import {
  listEntries,
  getPackageFolder,
  isStandalone,
  packagesFolder,
  type PublishedPackage,
  type SourceManifest,
} from './source.ts'

/**
 * Builds the JavaScript of a package into `dist`, including all imports except peers. Returns the
 * included modules.
 */
export async function buildModules(
  name: PublishedPackage,
  manifest: SourceManifest,
  dist: string,
): Promise<string[]> {
  const folder = getPackageFolder(name)
  const peers = Object.keys(manifest.peerDependencies ?? {})
  const input = Object.fromEntries(
    listEntries(manifest)
      .filter((entry) => !isStandalone(entry))
      .map((entry) => [`${name}/${entry.replace(/\.tsx?$/, '')}`, join(folder, entry)]),
  )
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [packLanguages()],
    ssr: { noExternal: true, target: 'node' },
    build: {
      // For browsers, Vite would wrap each dynamic import in a way that the next build cannot
      // parse.
      ...(peers.length === 0 ? { ssr: true } : { lib: { entry: input, formats: ['es'] } }),
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        external: (id) => peers.some((peer) => id === peer || id.startsWith(`${peer}/`)),
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
        // Their names are paths of this repository.
        experimental: { attachDebugInfo: 'none' },
        output: {
          format: 'es',
          // Readers have them in the declarations.
          comments: { jsdoc: false },
          entryFileNames: ({ name: path }) => `${path.replace(/\.tsx?$/, '')}.js`,
          chunkFileNames: `${name}/shared/[name].js`,
          // With peers, the host bundles it again: separate modules keep their "use client" and can
          // be tree-shaken. Names stay, for its stack traces.
          ...(peers.length > 0 && {
            preserveModules: true,
            preserveModulesRoot: packagesFolder,
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          }),
        },
      },
    },
  })
  const [result, ...more] = [built].flat()
  if (!result || !('output' in result) || more.length > 0) {
    throw new Error(`${name} was built more than once, or is watched.`)
  }
  return result.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}
