import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the files below a folder whose names match, without what is installed or built. */
export async function filesBelow(folder: string, name: RegExp): Promise<string[]> {
  const found = await readdir(join(root, folder), { recursive: true })
  return found
    .filter((file) => name.test(file) && !/(^|\/)(?:node_modules|dist|\.\w+)\//.test(file))
    .map((file) => join(folder, file))
    .toSorted()
}

/** Reports what a check found and makes the process exit with an error. */
export function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
