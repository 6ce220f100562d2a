import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventually } from './program.ts'

const script = fileURLToPath(new URL('../../scripts/release.ts', import.meta.url))

/**
 * Returns the folder of the release shared by tests, which the first one builds. Tests that change
 * it must copy it first.
 */
export async function sharedRelease(): Promise<string> {
  // The temporary folder belongs to the test run and is removed with its content.
  const folder = join(tmpdir(), 'release')
  const outcome = join(folder, 'outcome.json')
  const isFirst = (await mkdir(folder, { recursive: true })) !== undefined
  if (!isFirst) await eventually(() => existsSync(outcome))
  else {
    // Other tests fail too, with the reason, instead of waiting.
    const failure = await promisify(execFile)(process.execPath, [script, folder]).then(
      () => undefined,
      (error: Error) => error.message,
    )
    await writeFile(`${outcome}.new`, JSON.stringify({ failure }))
    await rename(`${outcome}.new`, outcome)
  }
  const { failure } = JSON.parse(await readFile(outcome, 'utf8')) as { failure?: string }
  if (failure !== undefined) throw new Error(failure)
  return folder
}
