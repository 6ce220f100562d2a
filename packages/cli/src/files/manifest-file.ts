import { readFile, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { CommandError, type Terminal } from '../terminal/terminal.ts'
import { toError } from '../terminal/to-error.ts'

export interface ManifestFile {
  /** The path as the user entered it. */
  name: string
  text: string
}

export const manifestArgument = {
  name: 'path',
  description: 'Manifest file or its folder. Default: ./platform.yaml.',
}

/** Reads `platform.yaml`, or the given path. */
export async function readManifestFile(
  path: string | undefined,
  { cwd }: Terminal,
): Promise<ManifestFile> {
  const named = resolve(cwd, path ?? '.')
  try {
    const file = (await stat(named)).isDirectory() ? join(named, 'platform.yaml') : named
    return { name: relative(cwd, file) || file, text: await readFile(file, 'utf8') }
  } catch (cause) {
    const { code, message } = toError(cause)
    const wanted = path ?? 'platform.yaml'
    throw new CommandError(
      code === 'ENOENT'
        ? `No manifest at ${wanted}: name the file, or change to its folder.`
        : `${wanted} cannot be read: ${message}.`,
      2,
      { cause },
    )
  }
}
