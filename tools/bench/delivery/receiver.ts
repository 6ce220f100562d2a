/**
 * Receiver of the delivery benchmark. `/ok/…` answers 204, `/hang/…` never, `/fail/…` 500. `GET
 * /counts` returns how many arrived, and their latencies since the event was sent; `?reset` resets
 * it. Arguments: the address to listen on, and the files of a key and certificate for TLS.
 */
import { readFileSync } from 'node:fs'
import { getPercentile } from '../http/load.ts'
import { startReceiver, type Handler } from '../http/receiver.ts'

/**
 * The generator is a new process for each series, whose compilation occupies the processors in the
 * first second and delays everything.
 */
const settlingMs = 1_000

let counts: Record<string, number> = {}
let latencies: number[] = []
/** Send time of the first received event. */
let firstSentAt = Infinity

const report = () => {
  latencies.sort((a, b) => a - b)
  return { counts, p50: getPercentile(latencies, 0.5), p99: getPercentile(latencies, 0.99) }
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
