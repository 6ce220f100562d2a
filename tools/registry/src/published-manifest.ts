import { isModule, program, type SourceManifest } from './source.ts'

/**
 * Returns the published package.json. Its exports name built files; it has no dependencies, because
 * they are bundled.
 */
export function toPublishedManifest(source: SourceManifest) {
  const { name, version, description, license, type, engines, sideEffects, peerDependencies } =
    source
  const folder = name.replace('@platform/', '')
  return {
    name,
    version,
    description,
    license,
    type,
    ...(engines && { engines }),
    ...(sideEffects && { sideEffects }),
    ...(source.bin && { bin: mapValues(source.bin, () => toBuiltModule(folder, `./${program}`)) }),
    exports: {
      ...mapValues(source.exports ?? {}, (path, key) => toBuiltExport(folder, path, key)),
      './package.json': './package.json',
    },
    files: ['dist'],
    ...(peerDependencies && { peerDependencies }),
  }
}
export type PublishedManifest = ReturnType<typeof toPublishedManifest>

function toBuiltExport(folder: string, path: string, key: string) {
  const file = toBuiltModule(folder, path)
  if (isModule(path)) return { types: file.replace(/\.js$/, '.d.ts'), default: file }
  // Files imported by name have no types.
  return key.endsWith('.css') ? file : { types: file.replace(/\.css$/, '.d.ts'), default: file }
}

/** Returns the built module: `./src/index.ts` of `client` becomes `./dist/client/src/index.js`. */
const toBuiltModule = (folder: string, path: string) =>
  path.replace(/^\.\//, `./dist/${folder}/`).replace(/\.tsx?$/, '.js')

const mapValues = <Value>(
  values: Record<string, string>,
  change: (value: string, key: string) => Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))
