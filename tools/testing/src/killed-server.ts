import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { bundlePrograms } from './bundled-programs.ts'
import { freePort } from './free-port.ts'
import { patiently } from './patiently.ts'
import { serverFlags } from './server-flags.ts'
import type { testPlatform } from './test-platform.ts'

/** A server process that is killed by the test. */
export interface Victim {
  child: ChildProcess
  url: string
}

/**
 * Starts a server on the database of a platform whose own process only serves the API. The server
 * has both roles or, as `engine`, serves only `/readyz`. Uses another port if the first is no
 * longer free.
 */
export async function startVictim(
  platform: Awaited<ReturnType<typeof testPlatform>>,
  {
    masterKey,
    role,
    choosePort = freePort,
    readLog,
  }: {
    masterKey: string
    role?: 'engine'
    choosePort?: () => Promise<number>
    /** Called with what the server logs, from the level `warn`. */
    readLog?: (text: string) => void
  },
): Promise<Victim> {
  const { serve, env } = await bundlePrograms()
  for (;;) {
    const port = await choosePort()
    const child = spawn(process.execPath, [...serverFlags, serve], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...env,
        DATABASE_URL: platform.databaseUrl,
        PLATFORM_MASTER_KEY: masterKey,
        PLATFORM_DEVELOPMENT: 'true',
        PLATFORM_PUBLIC_URL: must(platform.url, 'address'),
        ...(role
          ? { PLATFORM_ROLE: role, PLATFORM_PORT: '0', PLATFORM_HEALTH_PORT: String(port) }
          : { PLATFORM_PORT: String(port) }),
        PLATFORM_LOG_LEVEL: readLog ? 'warn' : 'silent',
        PLATFORM_PROVIDERS: JSON.stringify(platform.providerOverrides),
      },
    })
    child.stderr.pipe(process.stderr, { end: false })
    child.stdout.setEncoding('utf8').on('data', (logged: string) => readLog?.(logged))
    const errors = text(child.stderr)
    const url = `http://127.0.0.1:${port}`
    const isReady = await vi.waitFor(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return false
      const { status } = await fetch(`${url}/readyz`)
      if (status !== 200) throw new Error(`It is not ready: ${status}.`)
      return true
    }, patiently)
    if (isReady) return { child, url }
    const complaint = await errors
    if (!complaint.includes(`Port ${port} is in use`)) {
      throw new Error(`The server ended before it was ready: ${complaint}`)
    }
  }
}

/** Kills the process, as the system does when it runs out of memory. */
export async function kill({ child }: Victim): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
