import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fingerprintOf } from './fingerprint.ts'
import type { PublishedManifest } from './published-manifest.ts'
import { folderOf, packagesFolder, type PublishedPackage } from './source.ts'

/** A package as npm packed it. */
export interface Packed {
  /** Of the sources that it was built from. */
  fingerprint: string
  /** The name of the file in `distFolder`. */
  tarball: string
  integrity: string
  shasum: string
  manifest: PublishedManifest
}

export const distFolder = join(packagesFolder, 'registry/dist')

export const packedFile = (name: string) => join(distFolder, `${name}.json`)

export const tarballPath = ({ tarball }: Packed) => join(distFolder, tarball)

/** Whether the packages were packed when the release was made: a release has no sources of them. */
export const isRelease = () => !existsSync(join(folderOf('react'), 'src'))

const packing = new Map<PublishedPackage, Promise<Packed>>()

/** The package as others install it, which a checkout builds when its sources have changed. */
export function packed(name: PublishedPackage): Promise<Packed> {
  const running = packing.get(name) ?? packAsNeeded(name).finally(() => packing.delete(name))
  packing.set(name, running)
  return running
}

async function packAsNeeded(name: PublishedPackage): Promise<Packed> {
  const before = await readPacked(name)
  if (before && isRelease()) return before
  const fingerprint = await fingerprintOf(name)
  if (before?.fingerprint === fingerprint) return before

  // A process of its own, so that the bundler leaves nothing in the memory of a server that goes on,
  // and gets nothing of what the server knows.
  const program = fileURLToPath(new URL('pack.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [program, name, fingerprint], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  })
  const after = await readPacked(name)
  if (!after) throw new Error(`${name} was packed, and ${packedFile(name)} is not there.`)
  return after
}

async function readPacked(name: PublishedPackage): Promise<Packed | undefined> {
  // It has not been packed yet.
  const text = await readFile(packedFile(name), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
