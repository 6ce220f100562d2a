import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { TestClient } from './provider-client.ts'

export interface OddReply {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON unless it is text. */
  body?: unknown
}

/** Starts a provider over HTTP with replies defined by the test. */
export async function oddProvider(
  reply: (request: { url: URL; method: string; body: unknown }) => OddReply,
): Promise<TestClient> {
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const sent = await text(request)
    const {
      status = 200,
      headers = {},
      body,
    } = reply({
      url: new URL(request.url ?? '/', 'http://provider.test'),
      method: request.method ?? 'GET',
      body: sent ? JSON.parse(sent) : undefined,
    })
    const isText = typeof body === 'string'
    response.writeHead(status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...headers,
    })
    response.end(isText ? body : JSON.stringify(body))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens nowhere.')
  return new TestClient(`http://127.0.0.1:${address.port}`)
}
