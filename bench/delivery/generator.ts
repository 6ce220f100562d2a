/**
 * The load generator of the delivery benchmark: `closed` keeps so many requests under way, `open`
 * sends at a rate whatever comes back. Prints what it sent as JSON.
 */
import { Agent } from 'undici'

const [mode, origin, path, headerText, amount, seconds] = process.argv.slice(2) as [
  'closed' | 'open',
  string,
  string,
  string,
  string,
  string,
]
const headers = JSON.parse(headerText) as Record<string, string>
const agent = new Agent({ connections: 256, pipelining: 1 })
const isEmitting = path.startsWith('/emit/')
/** It makes the payload 1 KB, or as long as the API takes a name. */
const padding = 'x'.repeat(isEmitting ? 800 : 500)
const endAt = performance.now() + Number(seconds) * 1000
let sent = 0
let failed = 0

const post = async () => {
  const groupRef = String(performance.timeOrigin + performance.now())
  const { statusCode, body } = await agent.request({
    origin,
    path,
    method: 'POST',
    headers,
    body: JSON.stringify({
      ...(isEmitting
        ? { projectId: 'proj_bench', connectionId: 'conn_bench', provider: 'bench' }
        : { provider: 'sendGrid', apiKey: 'key' }),
      groupRef,
      consumerRef: 'consumer',
      consumerName: padding,
    }),
  })
  await body.dump()
  sent++
  if (statusCode >= 300) failed++
}

if (mode === 'closed') {
  await Promise.all(
    Array.from({ length: Number(amount) }, async () => {
      while (performance.now() < endAt) await post()
    }),
  )
} else {
  const startedAt = performance.now()
  const perMs = Number(amount) / 1000
  const underWay = new Set<Promise<void>>()
  let due = 0
  while (performance.now() < endAt) {
    const target = Math.floor((performance.now() - startedAt) * perMs)
    for (; due < target; due++) {
      const one: Promise<void> = post().finally(() => underWay.delete(one))
      underWay.add(one)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(underWay)
}
await agent.close()
process.send?.({ sent, failed })
process.disconnect?.()
