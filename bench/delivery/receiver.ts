/**
 * The receiver of the delivery benchmark. `/ok/…` answers 204, `/hang/…` never, `/fail/…` 500.
 * `GET /counts` tells how many came, and their latencies since the event was sent, and starts anew.
 * Listens without and with TLS; its arguments are the files of the key and the certificate.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

let counts = new Map<string, number>()
let latencies: number[] = []

const receive: RequestListener = (request, reply) => {
  const kind = request.url!.split(/[/?]/)[1]!
  if (kind === 'counts') {
    latencies.sort((a, b) => a - b)
    const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
    const body = {
      counts: Object.fromEntries(counts),
      p50: at(0.5),
      p99: at(0.99),
      max: at(1 - 1e-9),
    }
    if (request.url === '/counts?reset') {
      counts = new Map()
      latencies = []
    }
    reply.end(JSON.stringify(body))
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (kind === 'hang') return
    if (kind === 'ok') {
      const text = Buffer.concat(chunks).subarray(0, 400).toString('latin1')
      const sentAt = Number(/"groupRef":"([\d.]+)"/.exec(text)?.[1])
      if (sentAt > 0) latencies.push(performance.timeOrigin + performance.now() - sentAt)
    }
    reply.writeHead(kind === 'fail' ? 500 : 204).end()
  })
}

const [key, cert] = process.argv.slice(2, 4).map((file) => readFileSync(file))
const servers = [createServer(receive), createTlsServer({ key, cert }, receive)]
const ports = await Promise.all(
  servers.map(async (server) => {
    server.keepAliveTimeout = 60_000
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (server.address() as { port: number }).port
  }),
)
process.send!({ port: ports[0], tlsPort: ports[1] })
process.once('disconnect', () => process.exit())
