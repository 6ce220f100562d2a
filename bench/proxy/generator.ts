/** Sends calls through a forwarder for some seconds, at maximum speed or at a fixed rate. */
import { load, percentileOf, type HttpLoad } from '../http/load.ts'

const one = JSON.parse(process.argv[2]!) as HttpLoad & { headers: Record<string, string> }

const { perSecond, failed, latenciesMs } = await load(one, (number) => ({
  method: 'GET',
  path: `/proxy/contacts?page=${number}`,
  headers: one.headers,
}))
process.send?.({
  perSecond,
  failed,
  p50Ms: percentileOf(latenciesMs, 0.5),
  p99Ms: percentileOf(latenciesMs, 0.99),
})
process.disconnect?.()
