import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does expensive work once in a test run, in the first test file that needs it, and returns its
 * result there and in all others. After a failure, the next one tries again.
 */
export async function onceInRun(name: string, work: () => Promise<string>): Promise<string> {
  const path = join(tmpdir(), `once-${name}`)
  const begun = `${path}.begun`
  for (;;) {
    // Missing until the work is done.
    const result = await readFile(path, 'utf8').catch(() => undefined)
    if (result !== undefined) return result
    if (await isFirstToMake(begun)) break
    await sleep(50)
  }
  try {
    const result = await work()
    await writeFile(`${path}.new`, result)
    await rename(`${path}.new`, path)
    return result
  } catch (error) {
    await rmdir(begun)
    throw error
  }
}

const isFirstToMake = (folder: string): Promise<boolean> =>
  mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )
