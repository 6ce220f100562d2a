import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { must } from '../values/must.ts'
import { freePort } from './free-port.ts'
import { patiently } from './patiently.ts'
import type { testPlatform } from './test-platform.ts'

/** A process that answers, reads and writes, until it is killed. */
export interface Victim {
  child: ChildProcess
  url: string
}

/** Starts a server on the database of a platform whose own process only answers. */
export async function startVictim(
  platform: Awaited<ReturnType<typeof testPlatform>>,
  { masterKey }: { masterKey: string },
): Promise<Victim> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../main/serve.ts', import.meta.url))],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: platform.databaseUrl,
        PLATFORM_MASTER_KEY: masterKey,
        PLATFORM_DEVELOPMENT: 'true',
        PLATFORM_PUBLIC_URL: must(platform.url, 'address'),
        PLATFORM_PORT: String(port),
        PLATFORM_LOG_LEVEL: 'silent',
        PLATFORM_PROVIDERS: JSON.stringify(platform.providerOverrides),
      },
    },
  )
  await once(child, 'spawn')
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => {
    const { status } = await fetch(`${url}/readyz`)
    if (status !== 200) throw new Error(`It is not ready: ${status}.`)
  }, patiently)
  return { child, url }
}

/** Kills the process as the system does when it runs out of memory. */
export async function kill({ child }: Victim): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
