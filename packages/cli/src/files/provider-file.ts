import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { blankComments } from '@platform/manifest'
import { CommandError, type Terminal } from '../terminal/terminal.ts'
import { toError } from '../terminal/to-error.ts'

type Members = Record<string, unknown>

/**
 * Returns the entry of the connection's provider: from a file named after it, a folder, or a file
 * with several.
 */
export async function readEntry(source: string, provider: string, terminal: Terminal) {
  const path = resolve(terminal.cwd, source)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const file = isFolder ? join(path, `${provider}.json`) : path
  const text = await readText(file)
  const content = membersIn(text, file)
  const among = content[provider]
  if (isJsonObject(among)) return { text, entry: among }
  if (basename(file) === `${provider}.json` || content['name'] === provider) {
    return { text, entry: content }
  }
  throw new CommandError(
    `${source} does not contain ${provider}, the provider of the connection. Name the file ${provider}.json.`,
  )
}

export const readMembers = async (file: string, terminal: Terminal): Promise<Members> =>
  membersIn(await readText(resolve(terminal.cwd, file)), file)

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`${path} cannot be read: ${toError(cause).message}`, 2, { cause })
  })
}

function membersIn(text: string, file: string): Members {
  const content = parseProviderFile(text, file)
  if (isJsonObject(content)) return content
  throw new CommandError(`${file} must be an object.`)
}

function parseProviderFile(text: string, file: string): unknown {
  try {
    return JSON.parse(blankComments(text))
  } catch (cause) {
    throw new CommandError(`${file} is not JSON: ${toError(cause).message}`, 2, { cause })
  }
}

export const isJsonObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
