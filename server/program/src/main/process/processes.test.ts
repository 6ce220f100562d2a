import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { bundlePrograms } from '@platform/testing/bundled-programs'
import { freePort } from '@platform/testing/free-port'
import { givenDatabase } from '@platform/testing/test-database'
import { getPort } from '@platform/kernel/values'
import { mergeMetrics } from './between-processes.ts'
import { patiently } from '@platform/testing/patiently'
import { serverFlags } from '@platform/testing/server-flags'

// Each starts servers, most of several processes.

const token = 'token-of-the-operator'

/** Starts a server with this number of processes and waits until all, or `until`, are ready, or the server has ended. */
async function startProcesses(
  processes: 1 | 2,
  env: Record<string, string>,
  { until = processes }: { until?: number } = {},
) {
  const port = Number(env['PLATFORM_PORT'] ?? (await freePort()))
  const { serve, env: envOfBundle } = await bundlePrograms()
  const parent = spawn(process.execPath, [...serverFlags, serve], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      ...envOfBundle,
      PLATFORM_PROCESSES: String(processes),
      PLATFORM_METRICS_TOKEN: token,
      PLATFORM_PORT: String(port),
      ...env,
    },
  })
  let output = ''
  for (const stream of [parent.stdout, parent.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = once(parent, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    parent.kill('SIGTERM')
    await ended
  })
  const listLogged = (msg: string) =>
    output
      .split('\n')
      .filter((line) => line.includes(`"msg":"${msg}`))
      .map((line): Record<string, number> => JSON.parse(line))
  const whenListening = (times: number) =>
    vi.waitFor(() => {
      if (parent.exitCode === null) expect(listLogged('Server listening')).toHaveLength(times)
    }, patiently)
  await whenListening(until)
  return {
    parent,
    ended,
    output: () => output,
    logged: listLogged,
    whenListening,
    pids: () => listLogged('Server listening').map(({ pid }) => Number(pid)),
    /** Through a new connection, which any process may accept. */
    get: (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { connection: 'close', authorization: `Bearer ${token}` },
      }),
  }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function givenFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'platform-processes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function givenDatabaseOfOnesOwn() {
  const { connectionString } = await givenDatabase()
  return {
    DATABASE_URL: connectionString,
    PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
  }
}

it('distributes requests, reports all processes, restarts killed ones and stops in order', async () => {
  const data = await givenFolder()
  const server = await startProcesses(2, { PLATFORM_DATA: data })
  const { pids, get, logged } = server
  const [postmaster] = (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const scrape = async () => (await get('/metrics')).text()
  // The process that answers asks all others.
  const first = await scrape()
  const second = await scrape()

  const [killed = 0] = pids()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => expect(logged('a process has exited')).toHaveLength(1), patiently)
  const statuses = await Promise.all(Array.from({ length: 5 }, () => get('/readyz')))
  await server.whenListening(3)
  const third = await scrape()
  const running = pids().filter(isRunning)
  server.parent.kill('SIGTERM')
  const status = await server.ended

  for (const page of [first, second]) {
    const values = page.match(/^platform_deliveries_in_memory\{.+/gm)?.toSorted()
    expect(values).toEqual([1, 2].map((n) => `platform_deliveries_in_memory{process="${n}"} 0`))
    expect(page.match(/^# TYPE platform_deliveries_in_memory /gm)).toHaveLength(1)
    expect(page).toContain('platform_process_up{process="1"} 1\n')
    expect(page).toContain('platform_process_restarts_total{process="2"} 0\n')
  }
  expect(statuses.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200])
  expect(logged('a process has exited')).toMatchObject([
    { process: 1, childPid: killed, endedBy: 'SIGKILL', againInMs: 500 },
  ])
  expect(third).toContain('platform_process_restarts_total{process="1"} 1\n')
  expect(logged('a process is ready').map((line) => line['process'])).toEqual([1, 2, 1])
  expect(running).toHaveLength(2)
  expect(status).toBe(0)
  expect([...running, Number(postmaster)].filter(isRunning)).toEqual([])
  expect(server.output().match(/Set up the platform at/g)).toHaveLength(1)
})

it('drains the processes that are ready while others start', async () => {
  const database = await givenDatabaseOfOnesOwn()
  const env = { ...database, PLATFORM_DRAIN_SECONDS: '1' }
  const server = await startProcesses(2, env, { until: 1 })
  await vi.waitFor(() => expect(server.logged('a process is ready')).not.toEqual([]), patiently)
  expect((await server.get('/readyz')).status).toBe(200)

  server.parent.kill('SIGTERM')

  const statuses: number[] = [200]
  while (statuses.at(-1) === 200) statuses.push((await server.get('/readyz')).status)
  expect(statuses.at(-1)).toBe(503)
  expect(await server.ended).toBe(0)
})

it('ends all children of a killed parent, and no other server', async () => {
  const database = await givenDatabaseOfOnesOwn()
  const [one, other] = await Promise.all([startProcesses(2, database), startProcesses(1, database)])

  one.parent.kill('SIGKILL')
  await one.ended

  await vi.waitFor(() => expect(one.pids().filter(isRunning)).toEqual([]), patiently)
  expect((await other.get('/readyz')).status).toBe(200)
  expect(other.pids().filter(isRunning)).toHaveLength(1)
})

it('reports once why a process cannot start, and ends', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  onTestFinished(() => {
    busy.close()
  })
  const port = getPort(busy)

  const { ended, output } = await startProcesses(2, {
    ...(await givenDatabaseOfOnesOwn()),
    PLATFORM_PORT: String(port),
    PLATFORM_LOG_LEVEL: 'error',
  })

  expect(await ended).toBe(1)
  expect(output().trim()).toBe(
    `Port ${port} is in use: stop the program that listens on it, or choose another with PLATFORM_PORT.
Process 1 of 2 did not start (status 1); see its output above.`,
  )
})

it('merges a metric of several processes under one header', () => {
  const page = (process: number, count: number) => `# HELP a Some.
# TYPE a counter
a{process="${process}"} ${count}

# HELP b Others.
# TYPE b gauge
`

  expect(mergeMetrics([page(1, 5), '', page(2, 7)])).toBe(`# HELP a Some.
# TYPE a counter
a{process="1"} 5
a{process="2"} 7

# HELP b Others.
# TYPE b gauge
`)
})
