/**
 * Builds and packs a package: `node pack.ts <name> <fingerprint of its sources>`. Concurrent
 * processes use separate folders and produce identical results.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from './build-package.ts'
import { distFolder, getPackedFile, type Packed } from './packed.ts'
import { toPublishedManifest } from './published-manifest.ts'
import { getPackageFolder, isPublished, readSourceManifest } from './source.ts'

const [name = '', fingerprint = ''] = process.argv.slice(2)
if (!isPublished(name)) throw new Error(`${name} is not a published package.`)

await mkdir(distFolder, { recursive: true })
const folder = await mkdtemp(join(distFolder, `.${name}-`))
try {
  const manifest = toPublishedManifest(await readSourceManifest(name))
  await buildPackage(name, join(folder, 'dist'))
  await copyFile(join(getPackageFolder(name), 'README.md'), join(folder, 'README.md'))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`, folder],
    { cwd: folder, maxBuffer: 10_000_000 },
  )
  const [made]: { filename: string; integrity: string; shasum: string }[] = JSON.parse(stdout)
  if (!made) throw new Error(`npm did not pack ${name}.`)
  const { filename, integrity, shasum } = made
  const tarball = `${fingerprint.slice(0, 16)}-${filename.replace(/.*\//, '')}`
  const packed: Packed = { fingerprint, tarball, integrity, shasum, manifest }
  await rename(join(folder, filename), join(distFolder, tarball))
  // The file that names the tarball is written last, atomically.
  await writeFile(join(folder, 'packed.json'), JSON.stringify(packed))
  await rename(join(folder, 'packed.json'), getPackedFile(name))
} finally {
  await rm(folder, { recursive: true, force: true })
}
