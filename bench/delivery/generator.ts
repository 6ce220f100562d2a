/**
 * The load generator of the delivery benchmark: `closed` keeps so many requests under way, `open`
 * sends at a rate whatever comes back. Tells how many it sent.
 */
import { load } from '../http/load.ts'

const [mode, origin, path, headerText, amount, seconds] = process.argv.slice(2) as [
  'closed' | 'open',
  string,
  string,
  string,
  string,
  string,
]
const headers = JSON.parse(headerText) as Record<string, string>
const isEmitting = path.startsWith('/emit/')
const fixed = JSON.stringify({
  ...(isEmitting
    ? { projectId: 'proj_bench', connectionId: 'conn_bench', provider: 'bench' }
    : { provider: 'sendGrid', apiKey: 'key' }),
  // It makes the payload 1 KB, or as long as the API takes a name.
  consumerName: 'x'.repeat(isEmitting ? 800 : 500),
})

/** A product has many more events than customers. */
const customers = 1000
let events = 0

const { sent, failed } = await load(
  {
    origin,
    connections: mode === 'closed' ? Number(amount) : 256,
    seconds: Number(seconds),
    rate: mode === 'open' ? Number(amount) : undefined,
  },
  () => {
    const sentAt = performance.timeOrigin + performance.now()
    const groupRef = isEmitting ? `customer-${events++ % customers}` : `customer-${sentAt}`
    return {
      method: 'POST',
      path,
      headers,
      // Tells the receiver when the event was sent.
      body: `{"groupRef":"${groupRef}","consumerRef":"${sentAt}",${fixed.slice(1)}`,
    }
  },
)
process.send?.({ sent, failed })
process.disconnect?.()
