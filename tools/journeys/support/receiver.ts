import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedMessage {
  /** Address of the sender. */
  from: string
  receivedAt: number
  /** The `webhook-id` header. */
  id: string
  headers: Record<string, string | string[] | undefined>
  text: string
  body: {
    notificationType?: string
    action?: string
    readType?: string
    objectName?: string
    result?: { fields: Record<string, unknown>; mappedFields?: Record<string, unknown> }[]
    data?: Record<string, unknown>
  }
}

/** Starts a webhook receiver that stores everything and answers 204. */
export async function startWebhookReceiver({ host = '127.0.0.1', answerAfterMs = 0 } = {}) {
  const messages: ReceivedMessage[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      messages.push({
        from: request.socket.remoteAddress ?? '',
        receivedAt: Date.now(),
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        text,
        body: JSON.parse(text) as ReceivedMessage['body'],
      })
      setTimeout(() => response.writeHead(204).end(), receiver.answerAfterMs)
    })
  })
  await once(server.listen(0, host), 'listening')
  const receiver = {
    answerAfterMs,
    url: `http://${host}:${(server.address() as AddressInfo).port}/webhooks`,
    messages,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
