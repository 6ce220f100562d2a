import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Terminal } from '../terminal/terminal.ts'

/** The value of a variable of a backend, and where it was found. */
interface FoundVariable {
  value: string
  from: string
}

/**
 * Finds a variable that a command saved for the backend of this folder, in the environment, `.env.local` or `.env`.
 * Values of another form are passed over.
 */
export async function findVariable(
  name: string,
  form: RegExp,
  { cwd, env }: Pick<Terminal, 'cwd' | 'env'>,
): Promise<FoundVariable | undefined> {
  const candidates: [string, string | undefined][] = [[name, env[name]]]
  // In the order of Next.js.
  for (const file of ['.env.local', '.env']) {
    // A file that is missing or cannot be read contains no variable for this user.
    const text = await readFile(join(cwd, file), 'utf8').catch(() => '')
    candidates.push([`${name} in ${file}`, parseEnv(text)[name]])
  }
  for (const [from, value] of candidates)
    if (value !== undefined && form.test(value)) return { value, from }
  return undefined
}
