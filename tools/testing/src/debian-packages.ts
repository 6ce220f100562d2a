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
    const own = join(into, 'apt')
    await mkdir(archives)
    await mkdir(join(own, 'lists/partial'), { recursive: true })
    const apt = (command: string, ...args: string[]) =>
      run('apt-get', [command, '-qq', ...args], { cwd: archives })
    // Fresh machines have no lists of packages, or lists of replaced ones. Those of the machine can be updated by
    // root alone, and by one process at a time.
    const options = [
      ...['-o', `Dir::State::Lists=${join(own, 'lists')}`],
      ...['-o', `Dir::Cache=${own}`, '-o', 'Debug::NoLocking=1'],
    ]
    await apt('download', ...packages).catch(async () => {
      await apt('update', ...options)
      await apt('download', ...options, ...packages)
    })
    await rm(own, { recursive: true })
    for (const archive of await readdir(archives)) {
      await run('dpkg-deb', ['-x', join(archives, archive), into])
    }
    await rm(archives, { recursive: true })
    await adapt(into, finalFolder)
  })
