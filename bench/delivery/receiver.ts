/**
 * The receiver of the delivery benchmark. `/ok/…` answers 204, `/hang/…` never, `/fail/…` 500.
 * `GET /counts` tells how many came, and their latencies since the event was sent; `?reset` starts
 * anew. Listens without and with TLS; its arguments are the files of the key and the certificate.
 */
import { readFileSync } from 'node:fs'
import { percentile } from '../http/load.ts'
import { startReceiver, type Handler } from '../http/receiver.ts'

let counts: Record<string, number> = {}
let latencies: number[] = []

const tell = () => {
  latencies.sort((a, b) => a - b)
  return { counts, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

const receive: Handler = ({ path, body }) => {
  const kind = path.split(/[/?]/)[1]!
  if (kind === 'counts') {
    const told = JSON.stringify(tell())
    if (path === '/counts?reset') [counts, latencies] = [{}, []]
    return { body: told }
  }
  counts[kind] = (counts[kind] ?? 0) + 1
  if (kind === 'hang') return undefined
  if (kind === 'fail') return 500
  const sentAt = Number(/"groupRef":"([\d.]+)"/.exec(body.toString('latin1', 0, 400))?.[1])
  if (sentAt > 0) latencies.push(performance.timeOrigin + performance.now() - sentAt)
  return 204
}

const [key, cert] = process.argv.slice(2, 4).map((file) => readFileSync(file)) as [Buffer, Buffer]
const { port } = await startReceiver(receive)
const { port: tlsPort } = await startReceiver(receive, { key, cert })
process.send!({ port, tlsPort })
process.once('disconnect', () => process.exit())
