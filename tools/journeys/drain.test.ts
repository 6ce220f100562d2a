import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../testing/src/test-database.ts'
import {
  dataFolder,
  eventually,
  freePorts,
  programs,
  startProgram,
  whenReady,
} from './support/program.ts'

/** Sends a request over a connection that is kept; resolves to its status, or the error's code. */
const send = (url: string, agent: Agent) =>
  new Promise<number | string>((resolve) => {
    get(url, { agent }, (reply) => {
      reply
        .resume()
        .on('end', () => resolve(reply.statusCode ?? 0))
        .on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
    }).on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
  })

it.each([1, 2])(
  'loses no request of a load balancer on SIGTERM, with %i processes',
  { tags: 'timely-shutdown' },
  async (processes) => {
    const [port] = await freePorts(1)
    const baseUrl = `http://127.0.0.1:${port}`
    const [database, data] = await Promise.all([testDatabase(), dataFolder()])
    onTestFinished(async () => {
      await database.close()
      await data.remove()
    })
    const program = startProgram(programs.serve, {
      env: {
        DATABASE_URL: database.connectionString,
        PLATFORM_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
        PLATFORM_PORT: String(port),
        PLATFORM_DATA: data.path,
        PLATFORM_LOG_LEVEL: 'info',
        PLATFORM_DRAIN_SECONDS: '8',
        PLATFORM_PROCESSES: String(processes),
      },
    })
    await whenReady(baseUrl, program)
    // The last line of the start: a signal before it ends the program at once.
    await eventually(() => program.output().includes('/setup'))
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const outcomes: (number | string)[] = []
    let isRouted = true
    const callers = Array.from({ length: 6 }, async () => {
      while (isRouted) {
        outcomes.push(await send(`${baseUrl}/healthz`, agent))
        await sleep(5)
      }
    })

    await eventually(() => outcomes.length > 20)
    program.process.kill('SIGTERM')
    // As a load balancer asks, over connections of its own.
    const probes: (number | string)[] = [200]
    while (probes.at(-1) === 200) {
      probes.push(await send(`${baseUrl}/readyz`, new Agent()))
      await sleep(50)
    }
    await sleep(200)
    isRouted = false
    await Promise.all(callers)

    expect(new Set(outcomes)).toEqual(new Set([200]))
    expect(probes.at(-1), program.output()).toBe(503)
    expect(await program.ended).toBe(0)
  },
)
