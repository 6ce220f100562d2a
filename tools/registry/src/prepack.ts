/**
 * Runs before npm packs a workspace package: builds `dist`, and replaces the package.json with the
 * published one. `postpack.ts` restores it.
 */
import { copyFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buildPackage } from './build-package.ts'
import { toPublishedManifest } from './published-manifest.ts'
import { isPublished, readSourceManifest } from './source.ts'

const folder = process.cwd()
const name = basename(folder)
if (!isPublished(name)) throw new Error(`${name} is not a published package.`)
const manifest = toPublishedManifest(await readSourceManifest(name))
await buildPackage(name, join(folder, 'dist'))
await copyFile(join(folder, 'package.json'), join(folder, '.source.package.json'))
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
