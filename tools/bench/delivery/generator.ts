/**
 * Load generator of the delivery benchmark: `closed` keeps a number of requests in progress, `open`
 * sends at a fixed rate regardless of replies. Reports how many it sent.
 */
import { generatorOptions } from './generator-options.ts'
import { must } from '../../../server/kernel/src/values/must.ts'
import { sandboxApps } from '../../sandbox/src/index.ts'
import { applyLoad } from '../http/load.ts'

const { mode, origin, entries, amount, seconds } = generatorOptions()
const isEmitting = entries.every(({ path }) => path.startsWith('/emit/'))
const fixed = JSON.stringify({
  ...(isEmitting
    ? { projectId: 'proj_bench', connectionId: 'conn_bench', provider: 'bench' }
    : { provider: 'salesforce', oauth2ClientCredentials: sandboxApps.salesforce }),
  // Makes the payload 1 KB, or as long as the API allows for a name.
  consumerName: 'x'.repeat(isEmitting ? 800 : 500),
})

/** A product has many more events than customers. */
const customers = 1000
let events = 0

const { sent, failed } = await applyLoad(
  {
    origin,
    connections: mode === 'closed' ? amount : 256,
    seconds,
    rate: mode === 'open' ? amount : undefined,
  },
  () => {
    const sentAt = performance.timeOrigin + performance.now()
    const { path, headers } = must(entries[events % entries.length], 'entry')
    const groupRef = isEmitting ? `customer-${events % customers}` : `customer-${sentAt}`
    events++
    return {
      method: 'POST',
      path,
      headers,
      // Contains the time at which the event was sent.
      body: `{"groupRef":"${groupRef}","consumerRef":"${sentAt}",${fixed.slice(1)}`,
    }
  },
)
process.send?.({ sent, failed })
process.disconnect?.()
