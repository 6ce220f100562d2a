/**
 * No container engine is used: the content of the image, as defined by the Dockerfile, becomes the
 * root file system of an unprivileged process.
 */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../testing/src/test-database.ts'
import { eventually, freePorts } from './support/program.ts'
import { getSharedRelease } from './support/release.ts'
import manifest from '../../package.json' with { type: 'json' }

const { version } = manifest

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Size of distroless/cc without the libraries below. */
const baseImageBytes = 25_000_000

const mayChangeRoot = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(mayChangeRoot)('the image', () => {
  let image: string
  let database: Awaited<ReturnType<typeof testDatabase>>
  const instruction = async (name: string) => {
    const text = (await readFile(join(root, 'Dockerfile'), 'utf8')).replaceAll('\\\n', ' ')
    const line = text.split('\n').findLast((one) => one.trimStart().startsWith(name))
    return line!.trim().slice(name.length).trim()
  }

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platform-image-'))
    image = join(folder, 'root')
    await mkdir(join(image, 'usr/local/bin'), { recursive: true })
    await cp(join(await getSharedRelease(), `platform-${version}`), join(image, 'platform'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    await execute('strip', [
      '--strip-all',
      '-o',
      join(image, 'usr/local/bin/node'),
      process.execPath,
    ])
    await copyLibrariesOfNode(image)
    database = await testDatabase()
    return async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })

  it('weighs at most 210 MB', async () => {
    const measureFileSize = async (path: string) => {
      const { stdout } = await execute('du', ['--bytes', '--summarize', join(image, path)])
      return parseInt(stdout)
    }

    const bytes =
      (await measureFileSize('platform')) +
      (await measureFileSize('usr/local/bin')) +
      baseImageBytes

    expect(bytes).toBeLessThan(210_000_000)
  })

  it('serves as an unprivileged user without write access', async () => {
    const url = new URL(database.connectionString.replace('@/', '@localhost/'))
    const socketFolder = url.searchParams.get('host')!
    const folder = join(image, 'database')
    await mkdir(folder)
    // A separate socket, because PostgreSQL's may be in memory, outside the file system of the
    // image.
    const forwarder = createServer((near) => {
      const far = connect(join(socketFolder, '.s.PGSQL.5432'))
      pipeline(near, far, near, () => {})
    })
    onTestFinished(() => void forwarder.close())
    await once(forwarder.listen(join(folder, '.s.PGSQL.5432')), 'listening')
    await chmod(join(folder, '.s.PGSQL.5432'), 0o777)
    await chmod(folder, 0o755)
    url.searchParams.set('host', '/database')
    const [port] = await freePorts(1)
    const environment = Object.fromEntries(
      (await instruction('ENV')).split(' ').map((one) => one.split('=') as [string, string]),
    )
    const inside = (command: string[]) =>
      spawn('chroot', ['--userspec=nobody', image, '/usr/local/bin/node', ...command.slice(1)], {
        env: {
          ...environment,
          PATH: process.env['PATH'],
          TMPDIR: process.env['TMPDIR'],
          PLATFORM_PORT: String(port),
          DATABASE_URL: url.href.replace('@localhost/', '@/'),
          PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })

    const [program = '', ...args] = JSON.parse(await instruction('ENTRYPOINT')) as string[]
    const server = inside([
      program,
      ...args.map((one) => (one.startsWith('-') ? one : `/platform/${one}`)),
    ])
    let output = ''
    server.stdout.on('data', (chunk) => (output += chunk))
    server.stderr.on('data', (chunk) => (output += chunk))
    const ended = once(server, 'exit')
    try {
      await eventually(async () => {
        if (server.exitCode !== null) throw new Error(output)
        // It does not listen yet.
        const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
        return reply?.status === 200
      })
      const check = JSON.parse(
        (await instruction('HEALTHCHECK')).replace(/^.* CMD /, ''),
      ) as string[]
      const [health] = (await once(inside(check), 'exit')) as [number]
      const packument = await fetch(`http://127.0.0.1:${port}/npm/@platform/react`)

      expect(health).toBe(0)
      expect(packument.status).toBe(200)
    } finally {
      server.kill('SIGTERM')
      await ended
    }
  })
})

/** Copies the shared libraries of Node that distroless/cc or the Dockerfile provides. */
async function copyLibrariesOfNode(image: string): Promise<void> {
  const [{ stdout }, dockerfile] = await Promise.all([
    execute('ldd', [process.execPath]),
    readFile(join(root, 'Dockerfile'), 'utf8'),
  ])
  for (const [path] of stdout.matchAll(/\/\S+\.so\S*/g)) {
    const isThere =
      /^(ld-linux.*|libc|libdl|libgcc_s|libm|libpthread|libstdc\+\+)\.so/.test(basename(path)) ||
      dockerfile.includes(`/${basename(path)} `)
    if (!isThere) continue
    await mkdir(join(image, dirname(path)), { recursive: true })
    await copyFile(path, join(image, path))
    await chmod(join(image, path), 0o755)
  }
  expect(basename(process.execPath)).toBe('node')
}
