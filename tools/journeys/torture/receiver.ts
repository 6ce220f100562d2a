import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Random } from '../../testing/src/seeded.ts'
import { getPort } from '../../../server/kernel/src/values/net.ts'

/** The counted parts of a webhook message. */
export interface ReceivedBody {
  action?: string
  readType?: string
  operationId?: string
  rawObjectName?: string
  objectName?: string
  /** Of an event. */
  data?: { connectionId?: string }
  result?: { fields?: Record<string, unknown>; raw?: Record<string, unknown> }[]
}

export interface Receipt {
  id: string
  at: number
  body: ReceivedBody
}

/** Starts a webhook receiver that rejects one in twenty; stores every accepted message. */
export async function startFailingReceiver(random: Random) {
  const receipts: Receipt[] = []
  let rejected = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (random() < 0.05) {
        rejected++
        response.writeHead(500).end()
        return
      }
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedBody
      receipts.push({ id: String(request.headers['webhook-id']), at: Date.now(), body })
      response.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${getPort(server)}/`,
    receipts,
    rejected: () => rejected,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
