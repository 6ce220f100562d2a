import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { CommandError, type Terminal } from '../terminal/terminal.ts'

const names = ['PLATFORM_BASE_URL', 'PLATFORM_PROJECT', 'PLATFORM_API_KEY'] as const
const required = ['PLATFORM_BASE_URL', 'PLATFORM_API_KEY'] as const

/** Options that name a server or key, as the file does. */
const rivals = ['base-url', 'api-key'] as const

/**
 * Returns the environment with server, project and key of the file that `--settings` names. Other variables of the
 * file are ignored, and nothing else replaces what it lacks: a weak key must not become a strong one.
 */
export async function withSettings(
  values: Readonly<Record<string, unknown>>,
  { cwd, env }: Terminal,
): Promise<Terminal['env']> {
  const { settings: file } = values
  if (typeof file !== 'string') return env
  const rival = rivals.find((name) => values[name] !== undefined)
  if (rival) {
    throw new CommandError(`Use either --settings or --${rival}: the file names server and key.`)
  }
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new CommandError(`There is no file ${file}.`)
    throw new CommandError(`${file} cannot be read: ${error.message}.`, 2, { cause: error })
  })
  const found = parseEnv(text)
  const missing = required.find((name) => !found[name])
  if (missing) {
    throw new CommandError(
      `${file} does not contain ${missing}. \`platform api-keys create --save-to ${file}\` writes it.`,
    )
  }
  return { ...env, ...Object.fromEntries(names.map((name) => [name, found[name]])) }
}
