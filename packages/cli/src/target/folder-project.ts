import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { asMembers } from '../files/as-members.ts'
import { normalizeUrl } from './sign-ins.ts'
import { CommandError, type Terminal } from '../terminal/terminal.ts'
import { toError } from '../terminal/to-error.ts'

/** Name of the file with the project of a folder. It contains no secret, so it can be committed. */
export const folderProjectFile = '.platform.json'

/** The project of a folder and those below it. */
export interface FolderProject {
  /** Path of the file. */
  file: string
  baseUrl: string
  project: string
}

/** Files by which the folder of a product is recognized. */
const marks = ['platform.yaml', 'package.json', '.git']

/** Reads the project of the folder, or else of the nearest one above. */
export async function readFolderProject(terminal: Terminal): Promise<FolderProject | undefined> {
  for (const folder of listFoldersUp(terminal.cwd)) {
    const found = await readIn(join(folder, folderProjectFile))
    if (found) return found
  }
  return undefined
}

/**
 * Sets the project of the product's folder: that of the existing file, or else the nearest one with
 * a manifest, a package or a repository. Returns the path of the file; undefined outside of a product.
 */
export async function writeFolderProject(
  { baseUrl, project }: { baseUrl: string; project: string },
  terminal: Terminal,
): Promise<string | undefined> {
  const existing = await readFolderProject(terminal)
  const folder = existing ? dirname(existing.file) : await findProductFolder(terminal)
  if (folder === undefined) return undefined
  const file = join(folder, folderProjectFile)
  const text = JSON.stringify({ baseUrl: normalizeUrl(baseUrl), project }, null, 2)
  await writeFile(file, `${text}\n`)
  return file
}

/** The user's home folder is no product, whatever it contains. */
async function findProductFolder({ cwd, env }: Terminal): Promise<string | undefined> {
  for (const folder of listFoldersUp(cwd)) {
    if (folder === env['HOME']) return undefined
    // A folder that cannot be listed is not the user's product.
    const names = await readdir(folder).catch((): string[] => [])
    if (marks.some((mark) => names.includes(mark))) return folder
  }
  return undefined
}

function* listFoldersUp(from: string): Generator<string, void, undefined> {
  let folder = resolve(from)
  for (;;) {
    yield folder
    const above = dirname(folder)
    if (above === folder) return
    folder = above
  }
}

async function readIn(file: string): Promise<FolderProject | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new CommandError(`${file} cannot be read: ${error.message}.`, 2, { cause: error })
  })
  if (text === undefined) return undefined
  try {
    const { baseUrl, project } = asMembers(JSON.parse(text))
    if (typeof baseUrl === 'string' && typeof project === 'string')
      return { file, baseUrl, project }
  } catch (error) {
    throw invalidFile(file, error)
  }
  throw invalidFile(file)
}

const invalidFile = (file: string, cause?: unknown) =>
  new CommandError(
    `${file} is invalid${cause ? ` (${toError(cause).message})` : ': it must contain `baseUrl` and `project`'}. Delete it, or set the project with \`platform projects use <name>\`.`,
    2,
    { cause },
  )
