import type { IncomingMessage } from 'node:http'
import type { MessageReceiver } from './receive.ts'

const maxBodyBytes = 5 * 1024 * 1024
/** A request takes no longer, so that one that sends nothing holds no connection. */
const maxRequestMs = 30_000

/** Opens a server at the port, at which the receiver answers every POST request. */
export async function answerRequests(
  receiver: Pick<MessageReceiver, 'answer'>,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const { createServer } = await import('node:http')
  const server = createServer({ requestTimeout: maxRequestMs }, (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end()
      return
    }
    readBody(request)
      .then((body) => (body ? receiver.answer({ body, headers: request.headers }) : 413))
      .then((status) =>
        response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end(),
      )
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

/** Returns the body; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
