import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the packages. */
export const packagesFolder = fileURLToPath(new URL('../../../packages/', import.meta.url))

/** The published packages; all others are private. */
export const publishedPackages = ['cli', 'client', 'connector', 'manifest', 'react'] as const
export type PublishedPackage = (typeof publishedPackages)[number]

export const isPublished = (name: string): name is PublishedPackage =>
  publishedPackages.some((one) => one === name)

/** The package.json in the repository, whose exports name sources. */
export interface SourceManifest {
  name: string
  version: string
  description: string
  license: string
  type: string
  engines?: Record<string, string>
  sideEffects?: string[]
  exports?: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export const getPackageFolder = (name: PublishedPackage) => join(packagesFolder, name)

export const readSourceManifest = async (name: string): Promise<SourceManifest> =>
  JSON.parse(await readFile(join(packagesFolder, name, 'package.json'), 'utf8'))

/** The program of a package with a `bin`, which starts it from the sources. */
export const program = 'src/bin.ts'

/** Reports whether a module is bundled completely, for pages without React. */
export const isStandalone = (entry: string) => entry.startsWith('src/element/')

/** Returns the modules of the package that others import or run, such as `src/index.ts`. */
export const listEntries = ({ exports = {}, bin }: SourceManifest): string[] => [
  ...new Set(Object.values(exports).filter(isModule).map(toSource)),
  ...(bin ? [program] : []),
]

/** Returns the stylesheets that others import, such as `src/styles.css`. */
export const listStylesheets = ({ exports = {} }: SourceManifest): string[] => [
  ...new Set(
    Object.values(exports)
      .filter((path) => path.endsWith('.css'))
      .map(toSource),
  ),
]

export const isModule = (path: string) => /\.tsx?$/.test(path)

const toSource = (path: string) => path.replace(/^\.\//, '')
