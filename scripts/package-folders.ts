import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '../server/kernel/src/values/must.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Folders of the packages: the server's floors, published packages, applications, tools. */
export const packageGroups = ['server', 'packages', 'apps', 'tools'] as const

const folders = new Map(
  globSync(`{${packageGroups.join(',')}}/*/package.json`, { cwd: root }).map((path) => {
    const folder = path.slice(0, -'/package.json'.length)
    return [basename(folder), folder]
  }),
)

/** All packages by their folders from the root, such as `server/kernel`. */
export const packageFolders = [...folders.values()]

/** Returns the folder of the package from the root, such as `server/kernel`. */
export const locatePackage = (name: string): string => must(folders.get(name), name)
