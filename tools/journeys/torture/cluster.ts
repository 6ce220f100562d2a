import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PgClient, closeClient } from '../../../server/kernel/src/db/client.ts'
import { startChosenPostgres } from '../../testing/src/chosen-postgres.ts'
import { alterEveryTable } from '../../testing/src/alter-every-table.ts'
import { eventually, freePorts, programs, getPrograms, startProgram } from '../support/program.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Starts several servers behind a load balancer on one PostgreSQL; killed processes are restarted.
 * With `former`, the checkout of an earlier version, they run that version until the upgrade.
 */
export async function startCluster({
  folder,
  servers: count,
  settings,
  former,
}: {
  folder: string
  servers: number
  former?: string | undefined
  settings: Record<string, string>
}) {
  const data = join(folder, 'postgres')
  let postgres = await startChosenPostgres(data)
  const { connectionString } = postgres

  const [port, ...ports] = await freePorts(count + 1)
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: connectionString,
    PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_PUBLIC_URL: url,
    ...settings,
  }
  const first = former === undefined ? programs : getPrograms(former)
  let isStopping = false
  const servers = ports.map((serverPort) =>
    superviseServer({ ...env, PLATFORM_PORT: String(serverPort) }, first.serve, () => isStopping),
  )
  const balancer = startBalancer(ports)
  balancer.listen(port, '127.0.0.1')
  await Promise.all(servers.map((server) => server.whenReady()))

  return {
    url,
    connectionString,
    servers,
    /** Creates an organization and a project with an API key. */
    async bootstrap(): Promise<{ apiKey: string; projectName: string }> {
      const args = [first.cli, 'bootstrap', '--org', 'Acme', '--project', 'torture']
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        env: { ...process.env, ...env },
      })
      return JSON.parse(stdout) as { apiKey: string; projectName: string }
    },
    /** Kills PostgreSQL and restarts it on its data. */
    async killPostgres(): Promise<void> {
      const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGKILL')
      await postgres.ended
      await sleep(300)
      postgres = await startChosenPostgres(data)
    },
    /**
     * Restarts one server after the other with this version, under load. Changes that a newer
     * version could make come first: to every table, or the migrations since the earlier version.
     */
    async upgrade({ besideMs }: { besideMs: number }): Promise<void> {
      // A starting server grants rights to its roles, which blocks changes of tables.
      await Promise.all(servers.map((server) => server.whenReady()))
      if (former !== undefined) {
        for (const server of servers) {
          await server.restart(programs.serve)
          await sleep(besideMs)
        }
        return
      }
      const owner = new PgClient({ connectionString })
      await owner.connect()
      try {
        await alterEveryTable(owner)
      } finally {
        await closeClient(owner)
      }
      for (const server of servers) await server.restart(programs.serve)
    },
    async stop(): Promise<void> {
      isStopping = true
      await Promise.all(servers.map((server) => server.end('SIGTERM')))
      balancer.close()
      await postgres.stop()
    },
  }
}

/** Keeps a server running, like a service manager. */
function superviseServer(env: Record<string, string>, first: string, isStopping: () => boolean) {
  const url = `http://127.0.0.1:${env['PLATFORM_PORT']}`
  let file = first
  let program = startProgram(file, { env })
  let lives = 1
  const supervising = (async () => {
    for (;;) {
      await program.ended
      process.stderr.write(program.output())
      if (isStopping()) return
      await sleep(200)
      program = startProgram(file, { env })
      lives++
    }
  })()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const { ended } = program
    program.process.kill(signal)
    await ended
    if (isStopping()) await supervising
  }
  /** Waits until the current process is ready. */
  const whenReady = () =>
    eventually(async () => {
      // It does not listen yet, or was killed.
      const reply = await fetch(`${url}/readyz`).catch(() => undefined)
      return reply?.status === 200
    })
  return {
    end,
    whenReady,
    /** Process ID of the current process. */
    pid: () => program.process.pid,
    /**
     * Stops it like a deployment, and waits until its successor, which runs this file, is ready.
     */
    async restart(successor: string): Promise<void> {
      file = successor
      const before = lives
      await end('SIGTERM')
      await eventually(() => lives > before)
      await whenReady()
    },
  }
}

/** Forwards each connection to one of the listening ports, in turn. */
function startBalancer(ports: readonly number[]) {
  let turn = 0
  const passOn = (caller: Socket, left: readonly number[]): void => {
    const [port, ...others] = left
    if (port === undefined) return void caller.destroy()
    const server = connect(port, '127.0.0.1')
    // If a server does not listen, the next one is used, invisible to the caller.
    const onRejected = () => passOn(caller, others)
    server.once('error', onRejected)
    server.once('connect', () => {
      server.off('error', onRejected)
      const end = () => {
        caller.destroy()
        server.destroy()
      }
      for (const socket of [caller, server]) socket.on('error', end).on('close', end)
      caller.pipe(server).pipe(caller)
    })
  }
  return createServer((caller) => {
    caller.on('error', () => caller.destroy())
    const first = turn++ % ports.length
    passOn(caller, [...ports.slice(first), ...ports.slice(0, first)])
  })
}
