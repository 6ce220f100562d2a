import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onceInRun } from '../../../scripts/suite/once-in-run.ts'

export interface BundledPrograms {
  serve: string
  cli: string
  /** Environment of these programs: the compile cache is removed with the bundle. */
  env: { NODE_COMPILE_CACHE: string }
}

/**
 * Returns the server and the CLI, bundled once per run: a process that loads the bundle starts with half the CPU
 * time of one that loads the sources. Use the sources where the test is about how the program is started.
 */
export async function bundlePrograms(): Promise<BundledPrograms> {
  const folder = await onceInRun('bundled-programs', async () => {
    const made = await mkdtemp(join(tmpdir(), 'platform-programs-'))
    // A separate process, so that the bundler stays out of the memory of the tests.
    const bundler = fileURLToPath(new URL('bundle-programs.ts', import.meta.url))
    await promisify(execFile)(process.execPath, [bundler, made])
    return made
  })
  return {
    serve: join(folder, 'serve.js'),
    cli: join(folder, 'cli.js'),
    env: { NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
  }
}
