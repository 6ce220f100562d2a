import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The packages that make up the server, lowest first: each may import only those before it. */
export const serverPackages = [
  'kernel',
  'sinks',
  'delivery',
  'sending',
  'message-log-nats',
  'tenancy',
  'connections',
  'installations',
  'data',
  'program',
] as const

/** Regular expression for any of them in a path. */
export const anyServerPackage = `server/(?:${serverPackages.join('|')})`

const packageOf = new Map<string, string>()
for (const path of globSync(`server/{${serverPackages.join(',')}}/src/*/`, { cwd: root })) {
  const folder = basename(path)
  const other = packageOf.get(folder)
  if (other !== undefined) throw new Error(`${path} has the name of a folder in ${other}.`)
  packageOf.set(folder, dirname(dirname(path)))
}

/** All source folders of these packages: domains and shared folders. */
export const serverFolders = [...packageOf.keys()]

/**
 * Returns the path of a folder or file of the server, from the root. It is named by its source
 * folder, which is unique across packages: `sync/read.ts`.
 */
export function serverPath(file: string): string {
  const [folder = ''] = file.split('/', 1)
  return `${packageOf.get(folder) ?? 'missing'}/src/${file}`
}
