import { chmod, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Option } from '../command.ts'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * Option of commands that create something that is shown only once. Node 20 interprets `--env-file`
 * as its own option, even after the program, and fails if the file does not exist.
 */
export const envFileOption = {
  'save-to': {
    type: 'string',
    value: 'FILE',
    description: 'Write it to this file instead of printing it, such as .env.',
  },
} as const satisfies Record<string, Option>

/**
 * Sets variables in a file for `node --env-file`. Other lines are kept; a new file is readable by
 * its owner only.
 */
export async function writeEnvFile(
  file: string,
  variables: Record<string, string>,
  { cwd }: Terminal,
): Promise<void> {
  const path = resolve(cwd, file)
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const isSet = (line: string) =>
    Object.keys(variables).some((name) => new RegExp(`^(export +)?${name}=`).test(line))
  const kept = (before ?? '').split('\n').filter((line) => !isSet(line))
  while (kept.at(-1) === '') kept.pop()
  await writeFile(path, [...kept, ...formatEnvLines(variables), ''].join('\n'), { mode: 0o600 })
  if (before === undefined) await chmod(path, 0o600)
}

/** Formats variables, one per line; line breaks in values are escaped. */
export const formatEnvLines = (variables: Record<string, string>): string[] =>
  Object.entries(variables).map(([name, value]) =>
    value.includes('\n')
      ? `${name}="${value.replaceAll('\n', String.raw`\n`)}"`
      : `${name}=${value}`,
  )
