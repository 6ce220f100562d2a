/** Sends calls through a forwarder for some seconds, at maximum speed or at a fixed rate. */
import { applyLoad, getPercentile, type HttpLoad } from '../http/load.ts'

const one = JSON.parse(process.argv[2]!) as HttpLoad & { headers: Record<string, string> }

const { perSecond, failed, latenciesMs } = await applyLoad(one, (number) => ({
  method: 'GET',
  path: `/proxy/contacts?page=${number}`,
  headers: one.headers,
}))
process.send?.({
  perSecond,
  failed,
  p50Ms: getPercentile(latenciesMs, 0.5),
  p99Ms: getPercentile(latenciesMs, 0.99),
})
process.disconnect?.()
