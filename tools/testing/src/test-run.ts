import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/*
 * A test run leaves nothing behind, however it ends. Its temporary folder is the `TMPDIR` of
 * everything it starts, so whatever belongs to the run contains the name of that folder: files are
 * below it, processes have it in their environment or arguments, network namespaces are named after
 * it. While the run lives it listens on a socket in the folder. A separate cleaner process waits on
 * a pipe that closes with the run and then removes what is left; what a power failure left behind
 * is removed when the next run starts.
 */

const prefix = 'platform-run-'
const aliveSocket = 'alive'

/** On Linux, files here are in memory. */
const memoryFiles = '/dev/shm'
/** Databases need up to 0.5 GB of it, the tests themselves the rest. */
const memoryForDatabases = 2 ** 31

export interface TestRun {
  folder: string
  /** Folder of the databases: in memory if there is enough, where copying one is much faster. */
  databases: string
  /** Removes everything that belongs to the run. */
  end(): Promise<void>
}

/**
 * Starts a run of this process and sets its `TMPDIR`, after removing what dead runs left behind.
 */
export async function beginTestRun(): Promise<TestRun> {
  const parent = tmpdir()
  await removeDeadRuns()

  const unborn = await mkdtemp(join(parent, 'unborn-'))
  const socket = createServer((peer) => peer.destroy())
  await once(socket.listen(join(unborn, aliveSocket)), 'listening')
  socket.unref()
  // Renamed after it is recognizable as alive.
  const folder = join(parent, `${prefix}${unborn.slice(-6)}`)
  await rename(unborn, folder)

  const cleaner = spawn(
    process.execPath,
    [fileURLToPath(new URL('clean-test-run.ts', import.meta.url)), folder],
    // In a separate session, so Ctrl-C does not reach it.
    { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'inherit'] },
  )
  cleaner.unref()
  process.env['TMPDIR'] = folder
  return {
    folder,
    databases: (await folderInMemory(folder)) ?? folder,
    async end() {
      process.env['TMPDIR'] = parent
      socket.close()
      cleaner.ref()
      cleaner.stdin.end()
      if (cleaner.exitCode === null) await once(cleaner, 'exit')
    },
  }
}

/** Creates the folder of a run in memory. Returns undefined without enough memory. */
async function folderInMemory(folder: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(memoryFiles).catch(() => {
    // Not Linux, or a container without shared memory.
    return { bavail: 0, bsize: 0 }
  })
  const available = Math.min(bavail * bsize, process.availableMemory())
  if (available < memoryForDatabases) return undefined
  const inMemory = toMemoryFolder(folder)
  return mkdir(inMemory, { mode: 0o700 }).then(
    () => inMemory,
    // This user may not write there.
    () => undefined,
  )
}

/** Contains the name of the run's folder, by which its processes are found. */
const toMemoryFolder = (folder: string) => join(memoryFiles, basename(folder))

/** Removes what belongs to runs that have ended: their processes, networks and files. */
export async function removeDeadRuns(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  await Promise.all(
    names.map(async (name) => {
      const folder = join(tmpdir(), name)
      if (await isDead(folder)) await removeTestRun(folder)
    }),
  )
}

/** Returns the prefix of this run's network namespaces; outside a run, a name for this process. */
export function testRunName(): string {
  const name = basename(tmpdir())
  return name.startsWith(prefix) ? name : `platform-${process.pid}`
}

/**
 * Reports whether nobody listens on the socket of a run any more. A folder without a socket is not
 * a run.
 */
async function isDead(folder: string): Promise<boolean> {
  const socket = connect(join(folder, aliveSocket))
  try {
    await once(socket, 'connect')
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
  } finally {
    socket.destroy()
  }
}

/** How long PostgreSQL, which shuts down with its parent, may take. */
const postgresEndsWithinMs = 10_000

/** Ends the processes of a run, then removes its network namespaces and its folder. */
export async function removeTestRun(folder: string): Promise<void> {
  const name = basename(folder)
  for (const endsAt = Date.now() + postgresEndsWithinMs; ; await sleep(50)) {
    const left = await processesNaming(name)
    if (left.length === 0) break
    const isOver = Date.now() > endsAt
    for (const { pid, command } of left) if (isOver || !isPostgres(command)) kill(pid)
  }
  for (const namespace of await networkNamespaces()) {
    if (namespace.startsWith(name)) await deleteNamespace(namespace)
  }
  // The folder itself last: without it nobody would look for the rest again.
  for (const one of [toMemoryFolder(folder), folder]) {
    await rm(one, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Recognizes a server with its data in a folder, or the shell that watches it. */
const isPostgres = (command: string) => /postgres -D /.test(command)

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Returns all processes with the name in their arguments or environment, except this one and other
 * cleaners.
 */
async function processesNaming(name: string): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['axeww', '-o', 'pid=,command='], {
    maxBuffer: 2 ** 28,
  })
  return stdout
    .split('\n')
    .filter((line) => line.includes(name) && !line.includes('clean-test-run.ts'))
    .map((line) => line.trim())
    .map((line) => ({ pid: Number.parseInt(line), command: line }))
    .filter(({ pid }) => pid !== process.pid)
}

async function networkNamespaces(): Promise<string[]> {
  return readdir('/run/netns').catch(() => {
    // There has never been one, or this is not Linux.
    return []
  })
}

async function deleteNamespace(name: string): Promise<void> {
  await promisify(execFile)('ip', ['netns', 'delete', name]).catch(() => {
    // A concurrent cleaner was faster.
  })
}
