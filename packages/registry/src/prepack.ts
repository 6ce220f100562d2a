/**
 * Run by npm before it packs a package of the workspace: builds `dist`, and puts the package.json of
 * what is published in the place of the one of the sources. `postpack.ts` puts that one back.
 */
import { copyFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buildPackage } from './build-package.ts'
import { publishedManifest } from './published-manifest.ts'
import { isPublished, readSourceManifest } from './source.ts'

const folder = process.cwd()
const name = basename(folder)
if (!isPublished(name)) throw new Error(`${name} is no package that is published.`)
const manifest = publishedManifest(await readSourceManifest(name))
await buildPackage(name, join(folder, 'dist'))
await copyFile(join(folder, 'package.json'), join(folder, '.source.package.json'))
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
