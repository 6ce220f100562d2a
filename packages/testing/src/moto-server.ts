import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../../node_modules/.cache/moto-5.2.5', import.meta.url))
const wheels = ['moto==5.2.5', 'flask==3.1.3', 'flask-cors==6.0.5']

/**
 * Whether tests use `moto`, the emulator of AWS: with `MOTO_SERVER=install`, which installs it by
 * pip.
 */
export const hasMotoServer = process.env['MOTO_SERVER'] === 'install'

/** Ends with this process, however that ends: its standard input is then closed. */
const program = `
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
from moto.server import main
main(['-H', '127.0.0.1', '-p', '0'])
`

let started: Promise<string> | undefined

/** Returns the URL of the server of this process, which is started by the first call. */
export const startMotoServer = (): Promise<string> => (started ??= start())

async function start(): Promise<string> {
  if (!existsSync(cache)) {
    const parts = `${cache}.${process.pid}`
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', parts, ...wheels])
    // Another process may have installed it meanwhile.
    await rename(parts, cache).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY') throw error
      return rm(parts, { recursive: true })
    })
  }
  const server = spawn('python3', ['-c', program], {
    env: { ...process.env, PYTHONPATH: cache },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const printed: string[] = []
  const lines = createInterface(server.stderr)
  for await (const line of lines) {
    printed.push(line)
    const url = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
    if (url === undefined) continue
    server.stderr.on('data', () => {})
    server.unref()
    return url
  }
  throw new Error(`moto does not start: ${printed.join('\n')}`)
}
