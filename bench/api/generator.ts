/** Sends requests for some seconds, as fast as replies come or at a rate, and tells how it went. */
import { load, percentile, type Load } from '../http/load.ts'

const one = JSON.parse(process.argv[2]!) as Load & {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
}
const run = Math.random().toString(36).slice(2)

const { perSecond, failed, latenciesMs } = await load(one, (number) => ({
  method: one.method,
  path: one.path,
  headers: one.headers,
  ...(one.method === 'POST' && {
    body: JSON.stringify({
      provider: 'salesforce',
      externalRef: `${run}-${number}`,
      clientId: '3MVG9lKcPoNINVBIPJjdw1J9LLM82HnFVVX19KY1uA5mu0QqEWhqKpoW3svG3X',
      clientSecret: '4A5F9C1D3E7B2A6F8C0D4E6A9B1C3D5F7A8B0C2D4E6F8A1B3C5D7E9F0A2B4C6D',
    }),
  }),
}))
const [p50Ms, p99Ms] = [percentile(latenciesMs, 0.5), percentile(latenciesMs, 0.99)]
process.send?.({ perSecond, p50Ms, p99Ms, failed })
process.disconnect?.()
