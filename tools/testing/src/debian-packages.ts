import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installEmulator, isOnPath } from './emulators.ts'

const run = promisify(execFile)

/** Whether tests use servers of Debian's packages: with `EMULATORS=install`, on Debian. */
export const hasDebianPackages =
  process.env['EMULATORS'] === 'install' &&
  process.platform === 'linux' &&
  ['apt-get', 'dpkg-deb', 'openssl', 'setsid'].every(isOnPath)

/**
 * Unpacks packages of Debian into a folder of the cache, which needs no rights and starts no service;
 * returns it. `adapt` changes what contains the place where they would be installed.
 */
export const unpackPackages = (
  name: string,
  packages: readonly string[],
  adapt: (folder: string, finalFolder: string) => Promise<void> = async () => {},
): Promise<string> =>
  installEmulator(name, async (into, finalFolder) => {
    const archives = join(into, 'archives')
    await mkdir(archives)
    const download = () => run('apt-get', ['download', '-qq', ...packages], { cwd: archives })
    // Fresh machines have no lists of packages, or lists of replaced ones.
    await download().catch(async () => {
      await run('apt-get', ['update', '-qq'])
      await download()
    })
    for (const archive of await readdir(archives)) {
      await run('dpkg-deb', ['-x', join(archives, archive), into])
    }
    await rm(archives, { recursive: true })
    await adapt(into, finalFolder)
  })
