import { readFile } from 'node:fs/promises'
import {
  isPublished,
  isRelease,
  packPackage,
  publishedPackages,
  tarballPath,
  type PublishedPackage,
} from '@platform/registry'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import * as store from './store.ts'

/**
 * Stores the packages of a release when it starts, so that lockfiles made with it still work after
 * an upgrade. A checkout builds a package at its first request.
 */
export async function keepReleasedPackages(db: AcrossTenants): Promise<void> {
  if (!isRelease()) return
  for (const name of publishedPackages) await keep(db, name)
}

/** Returns npm's metadata of a package: its versions and the URLs of their tarballs. */
export async function getPackument(
  db: AcrossTenants,
  { path, publicUrl }: { path: string; publicUrl: string },
): Promise<object> {
  const version = await keep(db, parsePackageName(path))
  const versions = await store.findVersions(db, path)
  return {
    _id: path,
    name: path,
    'dist-tags': { latest: version },
    versions: Object.fromEntries(
      versions.map(({ version: one, manifest, integrity, shasum }) => {
        const tarball = `${publicUrl}/npm/${path}/-/${parsePackageName(path)}-${one}.tgz`
        return [one, { ...manifest, _id: `${path}@${one}`, dist: { tarball, integrity, shasum } }]
      }),
    ),
    time: Object.fromEntries(versions.map((one) => [one.version, one.publishTime.toISOString()])),
  }
}

/** Returns the tarball of a version. */
export async function getTarball(
  db: AcrossTenants,
  { path, file }: { path: string; file: string },
): Promise<{ tarball: Buffer; integrity: string }> {
  const name = parsePackageName(path)
  const version = file.startsWith(`${name}-`) ? /-(\d.*)\.tgz$/.exec(file)?.[1] : undefined
  const current = await keep(db, name)
  const found = version && (await store.findTarball(db, { name: path, version }))
  if (!found) {
    throw new Problem('not-found', {
      detail: `${file} is not available; the version of ${path} for this server is ${current}.`,
    })
  }
  return found
}

function parsePackageName(path: string): PublishedPackage {
  const name = path.replace(/^@platform\//, '')
  if (path !== name && isPublished(name)) return name
  throw new Problem('not-found', {
    detail: `This registry serves only ${publishedPackages.map((one) => `@platform/${one}`).join(', ')}, not ${path}.`,
    remedy:
      'Use this registry for the scope @platform only: npm config set @platform:registry <this address>.',
  })
}

/** Versions known to be stored, by database. */
const kept = new WeakMap<AcrossTenants, Set<string>>()

/** Stores the package of this server and returns its version. */
async function keep(db: AcrossTenants, name: PublishedPackage): Promise<string> {
  const built = await packPackage(name)
  const { manifest, integrity, shasum } = built
  const known = kept.get(db) ?? new Set()
  kept.set(db, known)
  if (!known.has(integrity)) {
    const row = {
      name: manifest.name,
      version: manifest.version,
      manifest: JSON.stringify(manifest),
      integrity,
      shasum,
      tarball: await readFile(tarballPath(built)),
    }
    await (isRelease() ? store.keepPackage(db, row) : store.replacePackage(db, row))
    known.add(integrity)
  }
  return manifest.version
}
