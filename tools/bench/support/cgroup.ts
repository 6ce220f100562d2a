import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises'

/** A group of processes that may use only a share of the processors. */
interface CpuGroup {
  /** Folders of the group, to which a process adds itself by `joinGroup`. */
  folders: readonly string[]
  /** Adds a process and its children. */
  add(pid: number): Promise<void>
  /** Returns the CPU seconds used by the group, and the seconds in which it had to wait. */
  usage(): Promise<{ cpuSeconds: number; throttledSeconds: number }>
  /** Removes the group when its processes have ended. */
  remove(): Promise<void>
}

const periodUs = 100_000
const version1 = '/sys/fs/cgroup/cpu'
const version2 = '/sys/fs/cgroup/cgroup.controllers'

/**
 * Creates a group limited to this many processors by a cgroup. Returns undefined if the system does
 * not allow it: not Linux, or not root.
 */
export async function limitCpu(name: string, cores: number): Promise<CpuGroup | undefined> {
  const isVersion2 = existsSync(version2)
  const folder = isVersion2 ? `/sys/fs/cgroup/${name}` : `${version1}/${name}`
  const accounting = isVersion2 ? undefined : `/sys/fs/cgroup/cpuacct/${name}`
  const quota = Math.round(cores * periodUs)
  try {
    await mkdir(folder, { recursive: true })
    if (accounting) await mkdir(accounting, { recursive: true })
    if (isVersion2) await writeFile(`${folder}/cpu.max`, `${quota} ${periodUs}`)
    else {
      await writeFile(`${folder}/cpu.cfs_period_us`, String(periodUs))
      await writeFile(`${folder}/cpu.cfs_quota_us`, String(quota))
    }
  } catch {
    // The caller reports that nothing is limited.
    return undefined
  }
  const folders = accounting ? [folder, accounting] : [folder]
  return {
    folders,
    async add(pid) {
      for (const one of [pid, ...(await listChildren(pid))]) await joinGroup(folders, one)
    },
    async usage() {
      const text = await readFile(`${folder}/cpu.stat`, 'utf8')
      const readValue = (key: string) =>
        Number(new RegExp(`^${key} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
      if (!accounting) {
        return {
          cpuSeconds: readValue('usage_usec') / 1e6,
          throttledSeconds: readValue('throttled_usec') / 1e6,
        }
      }
      const used = Number(await readFile(`${accounting}/cpuacct.usage`, 'utf8'))
      return { cpuSeconds: used / 1e9, throttledSeconds: readValue('throttled_time') / 1e9 }
    },
    async remove() {
      for (const place of folders) await rmdir(place)
    },
  }
}

/**
 * Limits the bytes that a process writes to the disk of a folder per second. Returns a function
 * that ends the limit; undefined if the system does not allow it.
 */
export async function limitDisk(
  name: string,
  { pid, folder, bytesPerSecond }: { pid: number; folder: string; bytesPerSecond: number },
): Promise<(() => Promise<void>) | undefined> {
  const isVersion2 = existsSync(version2)
  const root = isVersion2 ? '/sys/fs/cgroup' : '/sys/fs/cgroup/blkio'
  const { dev } = await stat(folder)
  const device = `${dev >> 8}:${dev & 255}`
  try {
    await mkdir(`${root}/${name}`, { recursive: true })
    await (isVersion2
      ? writeFile(`${root}/${name}/io.max`, `${device} wbps=${bytesPerSecond}`)
      : writeFile(`${root}/${name}/blkio.throttle.write_bps_device`, `${device} ${bytesPerSecond}`))
    await joinGroup([`${root}/${name}`], pid)
  } catch {
    // The caller reports that nothing is limited.
    return undefined
  }
  return async () => {
    await joinGroup([root], pid)
    await rmdir(`${root}/${name}`)
  }
}

/** Adds a process to a group. */
export async function joinGroup(folders: readonly string[], pid = process.pid): Promise<void> {
  for (const folder of folders) await writeFile(`${folder}/cgroup.procs`, String(pid))
}

/** Returns the processes whose parent is this one. */
async function listChildren(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const lists = tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8'))
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}
