import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packagesFolder } from './source.ts'

/** Hashes everything that a package is built from: its sources and bundled ones. */
export async function hashSources(name: string): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['registry', ...(await withWhatItUses(name))].toSorted()) {
    const paths = await Array.fromAsync(
      glob(`${folder}/{package.json,README.md,src/**/*.{ts,tsx,css}}`, { cwd: packagesFolder }),
    )
    for (const path of paths.filter((one) => !/\.test\.tsx?$/.test(one)).toSorted()) {
      hash.update(path).update(await readFile(join(packagesFolder, path)))
    }
  }
  return hash.digest('hex')
}

async function withWhatItUses(name: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(name)) return found
  found.add(name)
  const manifest = JSON.parse(await readFile(join(packagesFolder, name, 'package.json'), 'utf8'))
  for (const other of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (other.startsWith('@platform/')) await withWhatItUses(other.slice(10), found)
  }
  return found
}
