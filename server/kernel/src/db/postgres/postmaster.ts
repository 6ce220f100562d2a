import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep } from '../../values/sleep.ts'
import { executeForPostgres } from './unprivileged-user.ts'

/** Error that prevents the embedded PostgreSQL from starting, as a sentence for the terminal. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

interface Postmaster {
  pid: number
  folder: string
  /** Seconds since 1970. */
  startTime: number
  socketFolder: string
}

/** https://www.postgresql.org/docs/18/storage-file-layout.html: postmaster.pid, lines 1, 2, 3 and 5. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = await readFile(join(data, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    // No server runs here.
    () => undefined,
  )
  if (!lines) return undefined
  return {
    pid: Number(lines[0]),
    folder: lines[1] ?? '',
    startTime: Number(lines[2]),
    socketFolder: lines[4] ?? '',
  }
}

/** Waits until a server left by a killed process has shut down. */
export async function stopOrphan(data: string): Promise<void> {
  const postmaster = await readPostmaster(data)
  if (!postmaster) return
  const { pid } = postmaster
  const runs = await findServer(postmaster, data)
  if (runs === 'no') {
    // PostgreSQL would mistake an unrelated process with this number for its own and refuse to
    // start.
    await rm(join(data, 'postmaster.pid'), { force: true })
    return
  }
  if (runs === 'perhaps' || !(await isOrphan(pid))) {
    throw new EmbeddedPostgresError(
      `The data folder ${data} is in use by process ${pid}: stop that process, or choose another folder with PLATFORM_DATA.`,
    )
  }
  signal(pid, 'SIGINT')
  for (let waited = 0; isAlive(pid); waited += 50) {
    if (waited === 5_000) signal(pid, 'SIGQUIT')
    if (waited > 30_000) {
      throw new EmbeddedPostgresError(
        `Process ${pid} uses the data folder ${data} and does not exit: end it and start again.`,
      )
    }
    await sleep(50)
  }
}

/** Maximum difference between the times of `ps` and of the PID file. */
const sameStartSeconds = 10

/**
 * Checks whether the process with this number is the server of this folder, or an unrelated process
 * that got its number: a server names the folder and started at the time in its PID file. If only
 * the folder matches, the clock may have changed, and the process is neither signalled nor
 * forgotten.
 */
export async function findServer(
  { pid, folder, startTime }: Postmaster,
  data: string,
): Promise<'yes' | 'perhaps' | 'no'> {
  const parts = await executeForPostgres('ps', ['-o', 'etime=,args=', '-p', String(pid)]).then(
    ({ stdout }) => /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)\s+(.*)$/s.exec(stdout.trim()),
    // `ps` fails for a process that does not exist.
    () => null,
  )
  const command = parts?.[5] ?? ''
  if (!parts || !command.includes('postgres') || !command.split(' ').includes(data)) return 'no'
  const [days, hours, minutes, seconds] = parts.slice(1, 5).map((part) => Number(part ?? 0))
  const runsFor = days! * 86_400 + hours! * 3600 + minutes! * 60 + seconds!
  const isSameStart = Math.abs(Date.now() / 1000 - runsFor - startTime) <= sameStartSeconds
  return folder === data && isSameStart ? 'yes' : 'perhaps'
}

/** Reports whether the parent of the shell around the server has died. */
async function isOrphan(pid: number): Promise<boolean> {
  const findParent = async (child: number) =>
    Number((await executeForPostgres('ps', ['-o', 'ppid=', '-p', String(child)])).stdout)
  try {
    const shell = await findParent(pid)
    if (shell <= 1) return true
    const starter = await findParent(shell)
    if (starter <= 1) return true
    const { stdout } = await executeForPostgres('ps', ['-o', 'comm=', '-p', String(starter)])
    return !/node|MainThread/.test(stdout)
  } catch {
    return true
  }
}

const isAlive = (pid: number): boolean => signal(pid, 0)

/** Sends a signal; returns false if the process has ended, as it may at any moment. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
