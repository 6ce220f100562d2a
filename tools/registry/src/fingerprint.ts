import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Hashes everything that a package is built from: its sources and bundled ones. */
export async function hashSources(name: string): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['tools/registry', ...(await withWhatItUses(name))].toSorted()) {
    const paths = await Array.fromAsync(
      glob(`${folder}/{package.json,README.md,src/**/*.{ts,tsx,css}}`, { cwd: root }),
    )
    for (const path of paths.filter((one) => !/\.test\.tsx?$/.test(one)).toSorted()) {
      hash.update(path).update(await readFile(join(root, path)))
    }
  }
  return hash.digest('hex')
}

/** Returns the folders of a package and of all that it uses. */
async function withWhatItUses(name: string, found = new Set<string>()): Promise<Set<string>> {
  const [path] = await Array.fromAsync(glob(`*/${name}/package.json`, { cwd: root }))
  if (path === undefined) throw new Error(`There is no package ${name}.`)
  if (found.has(dirname(path))) return found
  found.add(dirname(path))
  const manifest = JSON.parse(await readFile(join(root, path), 'utf8'))
  for (const other of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (other.startsWith('@platform/')) await withWhatItUses(other.slice(10), found)
  }
  return found
}
