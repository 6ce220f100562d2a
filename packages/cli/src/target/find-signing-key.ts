import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Terminal } from '../terminal/terminal.ts'

const variable = 'PLATFORM_WEBHOOK_SECRET'

/** A signing key that the backend verifies with, and where it was found. */
interface FoundKey {
  signingKey: string
  from: string
}

/** Finds the key that `destinations create --save-to` saved for the backend of this folder. */
export async function findSigningKey({ cwd, env }: Terminal): Promise<FoundKey | undefined> {
  const candidates: [string, string | undefined][] = [[variable, env[variable]]]
  // In the order of Next.js.
  for (const file of ['.env.local', '.env']) {
    // A file that is missing or cannot be read contains no key for this user.
    const text = await readFile(join(cwd, file), 'utf8').catch(() => '')
    candidates.push([`${variable} in ${file}`, parseEnv(text)[variable]])
  }
  const found = candidates.find(([, key]) => key !== undefined && /^whsec_\S+$/.test(key))
  return found?.[1] === undefined ? undefined : { from: found[0], signingKey: found[1] }
}
