import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../packages/', import.meta.url))

/** The packages that make up the server, lowest first: each may import only those before it. */
export const serverPackages = [
  'kernel',
  'delivery',
  'tenancy',
  'connections',
  'installations',
  'data',
  'server',
] as const

/** Matches each of them in a path. */
export const anyServerPackage = `(?:${serverPackages.join('|')})`

const packageOf = new Map<string, string>()
for (const path of globSync(`{${serverPackages.join(',')}}/src/*/`, { cwd: packages })) {
  const folder = basename(path)
  const other = packageOf.get(folder)
  if (other !== undefined) throw new Error(`${path} has the name of a folder in ${other}.`)
  packageOf.set(folder, dirname(dirname(path)))
}

/** All folders in the sources of these packages: domains, and what serves them. */
export const serverFolders = [...packageOf.keys()]

/**
 * Returns the path of a folder or file of the server, from `packages/` on. It is named by the folder in the
 * sources of its package, which no two packages share: `sync/read.ts`.
 */
export function serverPath(file: string): string {
  const [folder = ''] = file.split('/', 1)
  return `${packageOf.get(folder) ?? 'missing'}/src/${file}`
}
