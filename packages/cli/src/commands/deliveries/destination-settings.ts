import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { destinationForms } from '@platform/client'
import { CommandError, type Terminal } from '../../terminal/terminal.ts'
import { toError } from '../../terminal/to-error.ts'

/** Options for the settings and credentials of a type of destination. */
export const settingOptions = {
  set: {
    type: 'string',
    value: 'NAME=VALUE',
    multiple: true,
    description: 'Setting of the type, named as in the API. Repeatable.',
  },
  secrets: {
    type: 'string',
    value: 'FILE',
    description: 'JSON file with the credentials of the type, or - to read standard input.',
  },
} as const

/**
 * Returns settings as the API takes them: what is not text is a number or on or off; without a value, it is cleared. Without a type,
 * settings that are text in any type are text.
 */
export function parseSettings(given: readonly string[], type?: string): Record<string, unknown> {
  const texts = new Set(
    Object.entries(destinationForms)
      .filter(([name]) => type === undefined || name === type)
      .flatMap(([, { settings }]) => settings)
      .filter(({ isFlag, isNumber }) => !isFlag && !isNumber)
      .map(({ name }) => name),
  )
  return Object.fromEntries(
    given.map((text) => {
      const [, name, value] = /^(\w+)=([^]*)$/.exec(text) ?? []
      if (name === undefined || value === undefined)
        throw new CommandError(`--set must be NAME=VALUE, not ${text}.`)
      const isText = texts.has(name) || !/^(true|false|\d+)$/.test(value)
      // Nothing clears the setting.
      if (value === '') return [name, undefined]
      return [name, isText ? value : (JSON.parse(value) as unknown)]
    }),
  )
}

/** Reads credentials from a JSON file, or from standard input. @throws CommandError */
export async function readSecrets(
  file: string,
  { stdin, cwd }: Terminal,
): Promise<Record<string, unknown>> {
  const source = file === '-' ? 'Standard input' : file
  const refuse = () => new CommandError(`${source} contains no JSON object with credentials.`)
  let text = ''
  if (file === '-') for await (const chunk of stdin ?? []) text += String(chunk)
  else text = await readText(resolve(cwd, file))
  let secrets: unknown
  try {
    secrets = JSON.parse(text)
  } catch {
    // The cause would quote the secrets.
    throw refuse()
  }
  if (typeof secrets !== 'object' || secrets === null) throw refuse()
  // A key file is a credential as text.
  return Object.fromEntries(
    Object.entries(secrets).map(([name, value]: [string, unknown]) => [
      name,
      name === 'serviceAccountKey' && typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  )
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${toError(error).message}`)
  }
}
