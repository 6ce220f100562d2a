import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hashSources } from './fingerprint.ts'
import type { PublishedManifest } from './published-manifest.ts'
import { getPackageFolder, type PublishedPackage } from './source.ts'

/** A packed npm package. */
export interface Packed {
  /** Fingerprint of its sources. */
  fingerprint: string
  /** Name of the file in `distFolder`. */
  tarball: string
  integrity: string
  shasum: string
  manifest: PublishedManifest
}

export const distFolder = fileURLToPath(new URL('../dist', import.meta.url))

export const getPackedFile = (name: string) => join(distFolder, `${name}.json`)

export const tarballPath = ({ tarball }: Packed) => join(distFolder, tarball)

/**
 * Reports whether the packages were packed with the release, which does not contain their sources.
 */
export const isRelease = () => !existsSync(join(getPackageFolder('react'), 'src'))

const packing = new Map<PublishedPackage, Promise<Packed>>()

/** Returns the package as published; a checkout builds it when its sources have changed. */
export function packPackage(name: PublishedPackage): Promise<Packed> {
  const running = packing.get(name) ?? packAsNeeded(name).finally(() => packing.delete(name))
  packing.set(name, running)
  return running
}

async function packAsNeeded(name: PublishedPackage): Promise<Packed> {
  const before = await readPacked(name)
  if (before && isRelease()) return before
  const fingerprint = await hashSources(name)
  if (before?.fingerprint === fingerprint) return before

  // A separate process, so that the bundler stays out of the server's memory and settings.
  const program = fileURLToPath(new URL('pack.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [program, name, fingerprint], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  })
  const after = await readPacked(name)
  if (!after) throw new Error(`${getPackedFile(name)} is missing after packing ${name}.`)
  return after
}

async function readPacked(name: PublishedPackage): Promise<Packed | undefined> {
  // It has not been packed yet.
  const text = await readFile(getPackedFile(name), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
