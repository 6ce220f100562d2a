/** An installed package in package-lock.json. */
export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lock = Record<string, LockedPackage>

/**
 * Returns the folders of all packages that one needs at run time, including itself: dependencies
 * and peers, resolved like Node does. Excludes optional packages, and third-party packages that are
 * bundled into a package in `built`.
 */
export function listNeededPackages(
  lock: Lock,
  from: string,
  { built }: { built: readonly string[] },
): string[] {
  const found = new Set<string>()
  const waiting = [from]
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    if (found.has(folder)) continue
    found.add(folder)
    const { dependencies, peerDependencies, peerDependenciesMeta = {} } = lock[folder]!
    const isOptional = (name: string) => peerDependenciesMeta[name]?.optional === true
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !isOptional(name))
    for (const name of [...Object.keys(dependencies ?? {}), ...peers]) {
      if (built.includes(folder) && !name.startsWith('@platform/')) continue
      const path = resolve(lock, folder, name)
      if (!path) throw new Error(`${folder} needs ${name}, which is not in package-lock.json.`)
      waiting.push(path)
    }
  }
  return [...found].toSorted()
}

/** Returns where Node finds the package, from the folder upwards. */
function resolve(lock: Lock, folder: string, name: string): string | undefined {
  for (let above = folder; ; above = above.replace(/(^|\/)[^/]*$/, '')) {
    const path = above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`
    const locked = lock[path]
    if (locked) return locked.link ? locked.resolved : path
    if (above === '') return undefined
  }
}
