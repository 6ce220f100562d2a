import { copyFile, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buildDeclarations } from './build-declarations.ts'
import { buildModules } from './build-modules.ts'
import { buildStandalone } from './build-standalone.ts'
import {
  listEntries,
  getPackageFolder,
  isStandalone,
  packagesFolder,
  readSourceManifest,
  listStylesheets,
  type PublishedPackage,
} from './source.ts'

/** Builds the published parts of a package into `dist`: modules, declarations, styles, licenses. */
export async function buildPackage(name: PublishedPackage, dist: string): Promise<void> {
  const manifest = await readSourceManifest(name)
  await rm(dist, { recursive: true, force: true })
  const modules = await buildModules(name, manifest, dist)
  modules.push(...(await buildStandalone(name, listEntries(manifest).filter(isStandalone), dist)))
  const bundled = listThirdPartyPackages(modules)
  if (manifest.exports) await buildDeclarations(name, manifest, dist)
  for (const stylesheet of listStylesheets(manifest)) {
    const built = join(dist, name, stylesheet)
    await mkdir(dirname(built), { recursive: true })
    await copyFile(join(getPackageFolder(name), stylesheet), built)
    // TypeScript looks for the types of imported styles.
    await writeFile(built.replace(/\.css$/, '.d.ts'), 'export {}\n')
  }
  await copyFile(join(packagesFolder, '../LICENSE'), join(dist, 'LICENSE'))
  if (bundled.length > 0) {
    await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await collectLicenses(bundled))
  }
}

/** Returns the third-party packages among the modules. */
function listThirdPartyPackages(moduleIds: readonly string[]): string[] {
  const found = moduleIds.map((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[0])
  return [...new Set(found.filter((path) => path !== undefined))].toSorted()
}

/** Returns the licenses of bundled packages, which must be distributed with them. */
async function collectLicenses(folders: readonly string[]): Promise<string> {
  const texts: string[] = []
  for (const folder of folders) {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      name: string
      version: string
    }
    const [file] = await Array.fromAsync(glob('{LICENSE,LICENCE,license}*', { cwd: folder }))
    if (!file) throw new Error(`${name} is bundled, but ${basename(folder)} contains no license.`)
    texts.push(`${name} ${version}\n\n${await readFile(join(folder, file), 'utf8')}`)
  }
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
