/**
 * Measures the memory of an idle server with its own PostgreSQL, started as by `npm run serve`. Fails
 * above 150 MB. Linux only.
 * `node tools/bench/idle.ts [seconds]`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const maxMegabytes = 150
const seconds = Number(process.argv[2] ?? 30)

const folder = await mkdtemp(join(tmpdir(), 'bench-idle-'))
const child = spawn(
  process.execPath,
  [fileURLToPath(new URL('../../server/program/src/main/serve.ts', import.meta.url))],
  {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PLATFORM_DATA: folder,
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'info',
      // The key would be kept in memory.
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const ended = once(child, 'exit')
try {
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('Server listening') && child.exitCode === null) await sleep(100)
  // Memory used for starting is released.
  await sleep(seconds * 1000)
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  console.table([{ 'idle for s': seconds, 'RSS MB': megabytes, 'limit MB': maxMegabytes }])
  if (!(megabytes <= maxMegabytes)) process.exitCode = 1
} finally {
  child.kill()
  await ended
  await rm(folder, { recursive: true, force: true })
}
