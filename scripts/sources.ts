import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Regular expression for files that only tests load, at the end of a path. */
export const testFiles = String.raw`(\.test\.tsx?|/testing/.+|/testing\.ts|/conventions/.+|/(provocations|tenant-trials)\.ts)$`

/** Returns the files below a folder with matching names, except installed or built ones. */
export async function filesBelow(folder: string, name: RegExp): Promise<string[]> {
  const found = await readdir(join(root, folder), { recursive: true })
  return found
    .filter((file) => name.test(file) && !/(^|\/)(?:node_modules|dist|\.\w+)\//.test(file))
    .map((file) => join(folder, file))
    .toSorted()
}

/** Reports a finding of a check and makes the process exit with an error. */
export function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
