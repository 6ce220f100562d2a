import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the main process of the PostgreSQL with its data in this folder. */
export async function findPostmaster(folder: string): Promise<number> {
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

/** Returns the CPU seconds of this process and its children, including ended ones. */
export async function measureCpuSeconds(root: number): Promise<number> {
  const ticks = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        // It has ended since.
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((index) =>
          Number(fields[index]),
        ) as [number, number, number, number, number]
        if (Number(pid) === root) return user + system + endedUser + endedSystem
        return parent === root ? user + system : 0
      }),
  )
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}
