import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asMembers } from './members-of.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { toError } from './to-error.ts'

/** Somebody who is signed in at a server. */
export interface StoredSignIn {
  email: string
  /** What the server knows the session by. It is as good as a password for as long as it lasts. */
  cookie: string
  /** The project that is meant when none is named. */
  project?: string | undefined
  /** Whether this server is meant when none is named: the one of the last sign-in. */
  isCurrent?: true | undefined
}

/** By the address of the server. */
export type SignIns = Record<string, StoredSignIn>

/** Where sign-ins are kept; undefined where the person has no folder for such things. */
function fileOf({ env }: Terminal): string | undefined {
  const home = env['HOME'] && join(env['HOME'], '.config')
  const folder = env['XDG_CONFIG_HOME'] || home || env['APPDATA']
  return folder ? join(folder, 'platform', 'sign-ins.json') : undefined
}

/** A file that others can read is not believed: they may use what is in it, or have written it. */
export async function readSignIns(terminal: Terminal): Promise<SignIns> {
  const file = fileOf(terminal)
  if (!file) return {}
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new CommandError(
        `${file} can be read by others. Take that away (chmod 600), and sign in anew if somebody may have.`,
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

/** Written aside and then put in place, readable by nobody else at any moment. */
export async function writeSignIns(signIns: SignIns, terminal: Terminal): Promise<string> {
  const file = fileOf(terminal)
  if (!file) throw new CommandError('Cannot store the session: HOME is not set.')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const aside = `${file}.${process.pid}`
  await writeFile(aside, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 })
  await chmod(aside, 0o600)
  await rename(aside, file)
  return file
}

/** Keeps a sign-in; its server is meant from now on when none is named. */
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

/** Has the project meant when none is named, at a server that somebody is signed in to. */
export async function rememberProject(
  baseUrl: string,
  project: string,
  terminal: Terminal,
): Promise<void> {
  const signIn = (await readSignIns(terminal))[normalizedUrl(baseUrl)]
  if (signIn) await keepSignIn(normalizedUrl(baseUrl), { ...signIn, project }, terminal)
}

/** The address without what is the same. */
export const normalizedUrl = (baseUrl: string) => baseUrl.replace(/\/+$/, '')
