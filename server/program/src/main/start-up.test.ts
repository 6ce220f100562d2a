import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { getPort, must } from '@platform/kernel/values'
import { bundlePrograms } from '@platform/testing/bundled-programs'
import { patiently } from '@platform/testing/patiently'
import { copyPreparedData } from '@platform/testing/prepared-data'
import { givenDatabase } from '@platform/testing/test-database'

/** As `npm run serve` starts it; other tests start the bundle. */
const source = fileURLToPath(new URL('serve.ts', import.meta.url))

type Started = Awaited<ReturnType<typeof startProgram>>

/** Runs the server until it ends or is ready, and returns the outcome; the test ends it. */
async function startServer(env: Record<string, string>, options?: { program?: string }) {
  const started = await startProgram(env, options)
  onTestFinished(() => end(started))
  return started
}

async function end({ child, ended }: Started): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

async function startProgram(
  env: Record<string, string>,
  { program, cwd }: { program?: string; cwd?: string } = {},
) {
  const bundled = await bundlePrograms()
  const child = spawn(process.execPath, [program ?? bundled.serve], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      ...(program ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : bundled.env),
      PLATFORM_LOG_LEVEL: 'info',
      ...env,
    },
  })
  let output = ''
  const isReady = new Promise<'ready'>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Server listening')) resolve('ready')
      })
    }
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    outcome: await Promise.race([isReady, ended]),
    output: () => output.trim(),
    child,
    ended,
  }
}

async function givenFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'platform-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Creates a data folder with a migrated database, if the first start is not what is tested. */
async function givenDataFolder() {
  const folder = await givenFolder()
  await copyPreparedData(folder)
  return folder
}

async function givenBusyPort() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
  })
  return String(getPort(server))
}

it.each([
  [['--help'], 0, /^Usage: npm run serve/],
  [['--rol=api'], 2, /^Unknown option '--rol'/],
  [['api'], 2, /^Unexpected argument 'api'/],
  [['--role='], 2, /^Option '--role' requires a role/],
])('prints its usage and does not start with %j', async (args, status, says) => {
  const child = spawn(process.execPath, [source, ...args])
  onTestFinished(() => void child.kill('SIGTERM'))

  const [printed, complained] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])

  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(status)
  expect(status === 0 ? printed : complained).toMatch(says)
})

it.runIf(process.platform === 'linux')('limits its memory without memory options', async () => {
  const env = {
    PLATFORM_DATA: await givenDataFolder(),
    PLATFORM_PORT: '0',
    // `npm run serve` has none: the key would be kept in memory.
    NODE_DISABLE_COMPILE_CACHE: '1',
  }

  const { outcome, child } = await startServer(env, { program: source })
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(child.pid)])

  expect(outcome).toBe('ready')
  // `npm run bench idle` measures how much it uses, which depends on the machine.
  expect(stdout).toMatch(/--max-old-space-size=\d+ /)
})

it('names an unknown setting', async () => {
  const { outcome, output } = await startServer({ PLATFORM_PROT: '4000' })

  expect(outcome).toBe(1)
  expect(output()).toBe('Unknown setting: PLATFORM_PROT. See docs/settings.md for all settings.')
})

it('names a setting with an invalid value', async () => {
  const { outcome, output } = await startServer({ PLATFORM_PORT: 'eighty' })

  expect(outcome).toBe(1)
  expect(output()).toMatch(/^Invalid PLATFORM_PORT: .+\.$/)
})

it('reports a port in use and how to choose another', async () => {
  const port = await givenBusyPort()
  const { connectionString } = await givenDatabase()

  const { outcome, output } = await startServer({
    DATABASE_URL: connectionString,
    PLATFORM_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    PLATFORM_PORT: port,
  })

  expect(outcome).toBe(1)
  expect(output()).toBe(
    `Port ${port} is in use: stop the program that listens on it, or choose another with PLATFORM_PORT.`,
  )
})

it('reports an unreachable database', async () => {
  const { outcome, output } = await startServer({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    PLATFORM_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  })

  expect(outcome).toBe(1)
  expect(output()).toMatch(/^DATABASE_URL: the database cannot be reached \(.+\)\. Check .+\.$/)
})

it('requires the master key with an external database', async () => {
  const { outcome, output } = await startServer({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    PLATFORM_DATA: await givenFolder(),
  })

  expect(outcome).toBe(1)
  expect(output()).toMatch(/^PLATFORM_MASTER_KEY is missing: .+ openssl rand -base64 32$/)
})

it('reports a data folder that cannot be created', async () => {
  const folder = await givenFolder()
  await writeFile(join(folder, 'data'), 'a file where a folder should be')

  const { outcome, output } = await startServer({ PLATFORM_DATA: join(folder, 'data') })

  expect(outcome).toBe(1)
  expect(output()).toMatch(
    /^PLATFORM_DATA: .+ cannot be written \(\w+\)\. Change the owner or the permissions/,
  )
})

it('reports data of another PostgreSQL version', async () => {
  const folder = await givenFolder()
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '15\n')

  const { outcome, output } = await startServer({ PLATFORM_DATA: folder })

  expect(outcome).toBe(1)
  expect(output()).toMatch(/was written by PostgreSQL 15, and this release contains 18/)
})

describe('with its own PostgreSQL in a private folder', () => {
  const key = Buffer.alloc(32, 'k').toString('base64')
  let folder: string
  let env: Record<string, string>
  let first: Started
  let third: Started
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-start-'))
    await chmod(folder, 0o700)
    env = {
      PLATFORM_DATA: join(folder, 'data'),
      PLATFORM_MASTER_KEY: key,
      PLATFORM_PORT: '0',
    }
    first = await startProgram(env, { program: source, cwd: folder })
  })
  afterAll(async () => {
    await Promise.all([first, third].map(end))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('starts on new data, and logs the link for its first owner', async () => {
    expect(first.outcome).toBe('ready')
    await vi.waitFor(
      () => expect(first.output()).toMatch(/Set up the platform at http:\S+\/setup\?token=[\w-]+/),
      patiently,
    )
  })

  it('accepts sign-ins on a port chosen by the system', async () => {
    const [, url] = must(/Set up the platform at (http:\S+)\/setup/.exec(first.output()), 'link')
    const reply = await fetch(`${url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: must(url, 'URL') },
      body: JSON.stringify({ email: 'nobody@acme.test', password: 'long enough, but wrong' }),
    })

    expect(await reply.json()).toMatchObject({
      context: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    })
  })

  it.skipIf(process.platform !== 'linux')(
    'does not pass the master key to other processes',
    { tags: 'child-processes' },
    async () => {
      const children = await listDescendants(must(first.child.pid, 'pid'))
      const environments = await Promise.all(
        children.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')),
      )

      expect(children.length).toBeGreaterThan(1)
      expect(environments.filter((text) => text.includes(key))).toEqual([])
    },
  )

  it('reports a data folder in use, and recovers after that process was killed', async () => {
    const second = await startServer(env)
    first.child.kill('SIGKILL')
    await first.ended
    third = await startProgram(env)

    expect([second.outcome, third.outcome]).toEqual([1, 'ready'])
    expect(second.output()).toMatch(/^The data folder .+ is in use by process \d+/)
  })

  it('ends when its embedded PostgreSQL has ended', async () => {
    const file = join(folder, 'data/postgres/postmaster.pid')
    const [pid] = (await readFile(file, 'utf8')).split('\n')
    await sleep(1_000)

    process.kill(Number(pid), 'SIGKILL')

    expect(await third.ended).toBe(1)
    expect(third.output()).toContain('The embedded PostgreSQL has ended; stopping.')
  })
})

// The first process of a container gets only the signals that it listens for.
it('handles signals while it waits for the database', async () => {
  const database = createServer(() => {})
  await once(database.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    database.close()
  })
  const { serve, env: envOfBundle } = await bundlePrograms()
  const child = spawn(process.execPath, [serve], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      ...envOfBundle,
      DATABASE_URL: `postgresql://127.0.0.1:${getPort(database)}/platform`,
      PLATFORM_MASTER_KEY: Buffer.alloc(32, 'k').toString('base64'),
    },
  })
  await once(database, 'connection')

  child.kill('SIGTERM')
  const [status] = await once(child, 'exit')

  expect(status).toBe(128 + constants.signals.SIGTERM)
})

async function listDescendants(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const children = text.split(' ').filter(Boolean).map(Number)
  const further = await Promise.all(children.map(listDescendants))
  return [...children, ...further.flat()]
}
