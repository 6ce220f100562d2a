import { copyFile, constants, link, open, readFile, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'

/**
 * Writes a file of this user that does not exist yet, as a whole or not at all: after a full disk or a power
 * failure there is no part of a key. Throws `EEXIST` if another process was first.
 */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(unfinished, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error
      // A file system without links.
      await copyFile(unfinished, path, constants.COPYFILE_EXCL)
    })
  } finally {
    await rm(unfinished, { force: true })
  }
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Returns the text of a file, undefined without one. An empty one is removed: earlier versions left it on a full disk. */
export async function readWhole(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text?.trim() !== '') return text?.trim()
  await rm(path)
  return undefined
}
