/** Simulates a provider that answers every call with the same small page. */
import { startReceiver } from '../http/receiver.ts'

const page = JSON.stringify({
  records: Array.from({ length: 5 }, (_, index) => ({
    id: `003000000000${index}`,
    properties: { name: `Contact ${index}`, email: `contact.${index}@example.com` },
  })),
})

const { port } = await startReceiver(() => ({ body: page }))
process.send?.({ port })
