import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { removeDeadRuns } from '../tools/testing/src/test-run.ts'
import { ensureChromium } from './chromium.ts'

const vitest = fileURLToPath(new URL('../node_modules/.bin/vitest', import.meta.url))

/**
 * Runs vitest with a Chromium for the tests that need one; resolves to its exit code.
 * @throws NoChromiumError
 */
export async function runTests(args: string[]): Promise<number> {
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: await ensureChromium(),
      // Go programs run for seconds after minutes of compilation, which optimizations make longer by half.
      GOFLAGS: process.env['GOFLAGS'] ?? "'-gcflags=all=-N -l'",
    },
  })
  // Ctrl-C also reaches vitest, which stops what it started; this process waits for it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  await removeDeadRuns()
  return code ?? 1
}
