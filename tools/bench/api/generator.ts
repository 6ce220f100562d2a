/**
 * Sends requests for some seconds, at maximum speed or at a fixed rate, and reports the results.
 */
import { applyLoad, getPercentile, type HttpLoad } from '../http/load.ts'

const one = JSON.parse(process.argv[2]!) as HttpLoad & {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
}
const run = Math.random().toString(36).slice(2)

const { perSecond, failed, latenciesMs } = await applyLoad(one, (number) => ({
  method: one.method,
  path: one.path,
  headers: one.headers,
  ...(one.method === 'POST' && {
    body: JSON.stringify({ name: `${run}-${number}` }),
  }),
}))
const [p50Ms, p99Ms] = [getPercentile(latenciesMs, 0.5), getPercentile(latenciesMs, 0.99)]
process.send?.({ perSecond, p50Ms, p99Ms, failed })
process.disconnect?.()
