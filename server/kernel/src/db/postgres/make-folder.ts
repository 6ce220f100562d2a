import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it, unless they exist. Node's own recursion never ends where a
 * folder exists in which none can be created, such as `/proc`.
 */
export async function makeFolder(path: string, { mode }: { mode?: number } = {}): Promise<void> {
  const make = () => mkdir(path, mode === undefined ? {} : { mode })
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' && (await isFolder(path))) return
    const above = dirname(path)
    if (error.code !== 'ENOENT' || above === path) throw error
    if (!(await isFolder(above))) await makeFolder(above, { ...(mode !== undefined && { mode }) })
    // Another process may have created this one, or the one above, meanwhile.
    await make().catch(async (again: NodeJS.ErrnoException) => {
      if (again.code !== 'EEXIST' || !(await isFolder(path))) throw again
    })
  })
}

/** What cannot be looked at is no folder for this process. */
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
