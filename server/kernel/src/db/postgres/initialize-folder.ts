import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep } from '../../values/sleep.ts'
import { EmbeddedPostgresError } from './postmaster.ts'
import {
  executeForPostgres,
  postgresEnv,
  runWatched,
  type PostgresUser,
} from './unprivileged-user.ts'

/** Order of text. */
const orders = {
  bytes: ['--locale=C'],
  languages: ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
}

/** Beside the folder while it is initialized: the ID of the process that does so. */
const markBeside = (data: string) => `${data}.initializing`

/**
 * Creates the files of a new server. It ends with this process. What it leaves then is no server, and the
 * next start removes it.
 * @throws EmbeddedPostgresError
 */
export async function initializeFolder(
  data: string,
  bin: string,
  user: PostgresUser,
  order: keyof typeof orders,
): Promise<void> {
  const mark = markBeside(data)
  await writeFile(mark, '', { mode: 0o600 })
  const { command, args, options } = runWatched(user, join(bin, 'initdb'), [
    ...['-D', data],
    ...['-U', 'postgres'],
    // Until the server first listens: see `askForPasswords`.
    '--auth=trust',
    '--encoding=UTF8',
    ...orders[order],
    '--no-instructions',
  ])
  const child = spawn(command, args, {
    ...options,
    env: postgresEnv,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.on('error', () => {})
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  if (child.pid !== undefined) writeFileSync(mark, String(child.pid))
  const outcome = await once(child, 'exit').then(
    ([code]) => (code === 0 ? 'done' : output),
    (error: Error) => error.message,
  )
  child.stdin.end()
  if (outcome === 'done') return rm(mark)
  throw new EmbeddedPostgresError(
    `PostgreSQL could not create its data folder ${data}: ${outcome.trim()}`,
  )
}

/** How long an interrupted initialization may take to end. */
const maxEndingMs = 10_000

/**
 * Empties a folder whose initialization did not end. It never had a server.
 * @throws EmbeddedPostgresError if another process initializes it now
 */
export async function removeUnfinished(data: string): Promise<void> {
  const mark = markBeside(data)
  const pid = await readFile(mark, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (pid === undefined) return
  for (let waitedMs = 0; await initializes(data, pid); waitedMs += 50) {
    if (waitedMs >= maxEndingMs) {
      throw new EmbeddedPostgresError(
        `Another process creates the data folder ${data}. Choose another folder with PLATFORM_DATA, or try again later.`,
      )
    }
    await sleep(50)
  }
  for (const name of await readdir(data)) {
    await rm(join(data, name), { recursive: true, force: true })
  }
  await rm(mark)
}

/** Whether the process initializes this folder: its ID may have been reused. */
async function initializes(data: string, pid: string): Promise<boolean> {
  if (pid === '') return false
  const args = await executeForPostgres('ps', ['-o', 'args=', '-p', pid]).then(
    ({ stdout }) => stdout,
    // No such process.
    () => '',
  )
  return args.includes(data)
}
