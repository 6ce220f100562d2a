import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asMembers } from '../files/as-members.ts'
import { CommandError, type Terminal } from '../terminal/terminal.ts'
import { toError } from '../terminal/to-error.ts'

/** A session at a server. */
export interface StoredSignIn {
  email: string
  /** The session cookie. As sensitive as a password while the session lasts. */
  cookie: string
  /** The default project. */
  project?: string | undefined
  /** Whether this server is the default: that of the last sign-in. */
  isCurrent?: true | undefined
}

/** By the URL of the server. */
export type SignIns = Record<string, StoredSignIn>

/**
 * Returns the path of the file with sign-ins; undefined if the user has no configuration folder.
 */
function getSignInsFile({ env }: Terminal): string | undefined {
  const home = env['HOME'] && join(env['HOME'], '.config')
  const folder = env['XDG_CONFIG_HOME'] || home || env['APPDATA']
  return folder ? join(folder, 'platform', 'sign-ins.json') : undefined
}

/** A file that others can read is rejected: its content may be stolen or forged. */
export async function readSignIns(terminal: Terminal): Promise<SignIns> {
  const file = getSignInsFile(terminal)
  if (!file) return {}
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new CommandError(
        `${file} is readable by others. Run chmod 600 on it, and sign in again if someone may have read it.`,
      )
    }
    return signInsIn(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = toError(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return {}
    throw new CommandError(`${file} cannot be read: ${message}.`, 2, { cause: error })
  }
}

function signInsIn(value: unknown): SignIns {
  return Object.fromEntries(
    Object.entries(asMembers(value)).flatMap(([baseUrl, one]) => {
      const { email, cookie, project, isCurrent } = asMembers(one)
      if (typeof email !== 'string' || typeof cookie !== 'string') return []
      const signIn: StoredSignIn = {
        ...{ email, cookie },
        ...(typeof project === 'string' && { project }),
        ...(isCurrent === true && { isCurrent }),
      }
      return [[baseUrl, signIn]]
    }),
  )
}

/** Written to a temporary file and renamed, never readable by others. */
export async function writeSignIns(signIns: SignIns, terminal: Terminal): Promise<string> {
  const file = getSignInsFile(terminal)
  if (!file) throw new CommandError('Cannot store the session: HOME is not set.')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const aside = `${file}.${process.pid}`
  await writeFile(aside, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 })
  await chmod(aside, 0o600)
  await rename(aside, file)
  return file
}

/** Stores a sign-in, whose server becomes the default. */
export async function keepSignIn(
  baseUrl: string,
  signIn: StoredSignIn,
  terminal: Terminal,
): Promise<void> {
  const others = Object.entries(await readSignIns(terminal)).map(
    ([address, other]) => [address, { ...other, isCurrent: undefined }] as const,
  )
  const current = { ...signIn, isCurrent: true as const }
  await writeSignIns({ ...Object.fromEntries(others), [baseUrl]: current }, terminal)
}

/** Sets the default project of a server with a sign-in. */
export async function rememberProject(
  baseUrl: string,
  project: string,
  terminal: Terminal,
): Promise<void> {
  const signIn = (await readSignIns(terminal))[normalizeUrl(baseUrl)]
  if (signIn) await keepSignIn(normalizeUrl(baseUrl), { ...signIn, project }, terminal)
}

/** Normalizes the URL. */
export const normalizeUrl = (baseUrl: string) => baseUrl.replace(/\/+$/, '')
