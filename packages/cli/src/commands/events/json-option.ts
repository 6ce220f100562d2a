import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError, type Terminal } from '../../terminal/terminal.ts'
import { toError } from '../../terminal/to-error.ts'

/** Returns the JSON object that an option has: as text, as `@FILE`, or as `-` for standard input. @throws CommandError */
export async function readJsonOption(
  option: string,
  given: string,
  { stdin, cwd }: Terminal,
): Promise<Record<string, unknown>> {
  let text = given
  if (given === '-') {
    text = ''
    for await (const chunk of stdin ?? []) text += String(chunk)
  } else if (given.startsWith('@')) {
    text = await readFile(resolve(cwd, given.slice(1)), 'utf8').catch((error: unknown) => {
      throw new CommandError(`${given.slice(1)} cannot be read: ${toError(error).message}`)
    })
  }
  const value = parseOrNothing(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError(`--${option} must be a JSON object.`)
  return { ...value }
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Rejected like every other value that is no object.
    return undefined
  }
}
