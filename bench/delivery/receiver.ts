/**
 * The receiver of the delivery benchmark. `/ok/…` answers 204, `/hang/…` never, `/fail/…` 500.
 * `GET /counts` returns how many arrived, and their latencies since the event was sent; `?reset` starts
 * anew. Its arguments are where to listen, and the files of a key and a certificate to listen with
 * TLS as well.
 */
import { readFileSync } from 'node:fs'
import { percentileOf } from '../http/load.ts'
import { startReceiver, type Handler } from '../http/receiver.ts'

/**
 * A generator is a process of its own for each series: in its first second it takes the processors to
 * compile itself, and all others wait.
 */
const settlingMs = 1_000

let counts: Record<string, number> = {}
let latencies: number[] = []
/** When the first event was sent of which one came. */
let firstSentAt = Infinity

const report = () => {
  latencies.sort((a, b) => a - b)
  return { counts, p50: percentileOf(latencies, 0.5), p99: percentileOf(latencies, 0.99) }
}

const receive: Handler = ({ path, body }) => {
  const kind = path.split(/[/?]/)[1]!
  if (kind === 'counts') {
    const counted = JSON.stringify(report())
    if (path === '/counts?reset') [counts, latencies, firstSentAt] = [{}, [], Infinity]
    return { body: counted }
  }
  counts[kind] = (counts[kind] ?? 0) + 1
  if (kind === 'hang') return undefined
  if (kind === 'fail') return 500
  const sentAt = Number(/"consumerRef":"([\d.]+)"/.exec(body.toString('latin1', 0, 400))?.[1])
  if (sentAt > 0) {
    firstSentAt = Math.min(firstSentAt, sentAt)
    if (sentAt > firstSentAt + settlingMs) {
      latencies.push(performance.timeOrigin + performance.now() - sentAt)
    }
  }
  return 204
}

const [host, ...files] = process.argv.slice(2)
const [key, cert] = files.map((file) => readFileSync(file))
const { port } = await startReceiver(receive, undefined, host)
const tls = key && cert && (await startReceiver(receive, { key, cert }, host))
process.send!({ port, ...(tls && { tlsPort: tls.port }) })
process.once('disconnect', () => process.exit())
