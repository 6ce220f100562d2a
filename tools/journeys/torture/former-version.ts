import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Returns the folder of an earlier version with its packages installed: `from` itself, or one
 * below `parent` with the files of the tag or commit of this name.
 */
export async function findFormerVersion(from: string, parent: string): Promise<string> {
  if (existsSync(from)) return from
  const folder = join(parent, 'former-version')
  const archive = `${folder}.tar`
  console.log(`Extracting ${from} and installing its packages.`)
  await mkdir(folder)
  await run('git', ['archive', '--format=tar', `--output=${archive}`, from], { cwd: root })
  await run('tar', ['--extract', '--file', archive, '--directory', folder])
  await run(process.execPath, ['scripts/install-missing.mjs'], { cwd: folder })
  return folder
}
