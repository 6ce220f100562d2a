import { execFile, type ExecFileOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { getFirst } from '../../values/must.ts'

/** Processes of PostgreSQL inherit no settings, in particular not the master key. */
export const postgresEnv = {
  PATH: process.env['PATH'],
  LANG: process.env['LANG'],
  TZ: process.env['TZ'],
}

export const executeForPostgres = (
  command: string,
  args: string[],
  options: ExecFileOptions = {},
) => promisify(execFile)(command, args, { ...options, env: postgresEnv, encoding: 'utf8' })

export interface PostgresUser {
  uid?: number
  gid?: number
  /** Command prefix with which root enters folders closed to `nobody`. */
  prefix: string[]
}

/** Returns `nobody` for root, as which PostgreSQL refuses to run. */
export async function findUnprivilegedUser(data: string, bin: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const { stdout } = await executeForPostgres('id', ['-u', 'nobody'])
  const group = await executeForPostgres('id', ['-g', 'nobody'])
  const user = { uid: Number(stdout), gid: Number(group.stdout) }

  const mayEnter = await Promise.all(
    [dirname(data), bin].map((path) =>
      executeForPostgres('test', ['-x', nearestExisting(path)], user).then(
        () => true,
        // `test` fails for a folder that the user may not enter.
        () => false,
      ),
    ),
  )
  if (mayEnter.every(Boolean)) return { ...user, prefix: [] }
  // Home folders of root are closed to other users. The capability opens them for this process
  // only; the securebit makes access(2) respect it, which initdb uses to find its programs.
  return {
    ...user,
    prefix: [
      'setpriv',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
    ],
  }
}

const nearestExisting = (path: string): string =>
  existsSync(path) ? path : nearestExisting(dirname(path))

/** Runs the program beside a `cat` that ends with the pipe, and then interrupts the program. */
const watched =
  'exec 3<&0; "$@" </dev/null & program=$!; (cat <&3 >/dev/null; kill -INT $program) & wait $program'

/** Runs the program as that user, until it ends or the pipe to its standard input closes. */
export const runWatched = (user: PostgresUser, program: string, args: string[]) =>
  runAs(user, '/bin/sh', ['-c', watched, 'postgres', program, ...args])

/**
 * Runs the command as that user: by uid, or through the prefix, which drops the privileges itself.
 */
export const runAs = (user: PostgresUser, command: string, args: string[]) =>
  user.prefix.length > 0
    ? {
        command: getFirst(user.prefix),
        args: [...user.prefix.slice(1), command, ...args],
        options: {},
      }
    : { command, args, options: { uid: user.uid, gid: user.gid } }
