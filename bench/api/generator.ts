/** Sends requests for some seconds, as fast as replies come or at a rate, and tells how it went. */
import { Agent } from 'undici'

interface Load {
  origin: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  seconds: number
  /** Requests under way at most. */
  connections: number
  /** Requests a second; as fast as possible without it. */
  rate?: number
}

const load = JSON.parse(process.argv[2]!) as Load
const agent = new Agent({ connections: load.connections, pipelining: 1 })
const run = Math.random().toString(36).slice(2)
const latenciesMs: number[] = []
let failed = 0

async function one(number: number, dueMs: number): Promise<void> {
  const { statusCode, body } = await agent.request({
    origin: load.origin,
    path: load.path,
    method: load.method,
    headers: load.headers,
    ...(load.method === 'POST' && {
      body: JSON.stringify({
        provider: 'salesforce',
        externalRef: `${run}-${number}`,
        clientId: '3MVG9lKcPoNINVBIPJjdw1J9LLM82HnFVVX19KY1uA5mu0QqEWhqKpoW3svG3X',
        clientSecret: '4A5F9C1D3E7B2A6F8C0D4E6A9B1C3D5F7A8B0C2D4E6F8A1B3C5D7E9F0A2B4C6D',
      }),
    }),
  })
  await body.dump()
  if (statusCode >= 300) failed++
  // From when it was due: waiting for a free connection counts as well.
  latenciesMs.push(performance.now() - dueMs)
}

const startMs = performance.now()
const endMs = startMs + load.seconds * 1000
let number = 0
if (load.rate === undefined) {
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      while (performance.now() < endMs) await one(number++, performance.now())
    }),
  )
} else {
  const underWay: Promise<void>[] = []
  while (performance.now() < endMs) {
    const due = Math.floor(((performance.now() - startMs) * load.rate) / 1000)
    while (number < due) underWay.push(one(number, startMs + (number++ * 1000) / load.rate))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(underWay)
}
const seconds = (performance.now() - startMs) / 1000
latenciesMs.sort((a, b) => a - b)
const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0
await agent.close()
process.send?.({ perSecond: latenciesMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failed })
process.disconnect?.()
