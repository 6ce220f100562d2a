import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { type Random } from '@platform/testing/seeded'
import { encode } from '../odd-orchard/reply.ts'

export interface CrmCall {
  method: string
  url: URL
  body: unknown
}

export interface CrmReply {
  status: number
  headers: Record<string, string>
  /** Parsed, if it is JSON. A buffer is sent as it is. */
  body: unknown
}

/** What the proxy does in a run. */
export interface Oddness {
  random: Random
  aheadMs: number
  /** Returns a reply without asking the CRM; undefined to ask it. */
  answerItself?: (call: CrmCall) => CrmReply | undefined
  /** Returns the reply to send, or that the connection is cut. */
  distort: (call: CrmCall, reply: CrmReply) => CrmReply | 'cut'
}

/** Starts a proxy in front of a CRM that answers in other ways, some of which are wrong. */
export async function startOddProxy(target: string, getOddness: () => Oddness) {
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const oddness = getOddness()
    const sent = await readText(request)
    const call: CrmCall = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', url),
      body: parseJson(sent),
    }
    const original = oddness.answerItself?.(call) ?? (await forward(request, sent))
    const reply = oddness.distort(call, original)
    if (reply === 'cut') {
      response.destroy()
      return
    }
    const { status, headers, body } = encode(oddness, reply)
    response.writeHead(status, headers).end(status === 204 || status === 304 ? undefined : body)
  }

  async function forward({ url: path = '/', method, headers }: IncomingMessage, body: string) {
    const reply = await fetch(new URL(path, target), {
      method: method ?? 'GET',
      headers: {
        authorization: String(headers.authorization),
        'content-type': headers['content-type'] ?? 'application/json',
        ...pickHeaders(headers, /^sforce-/),
      },
      ...(body !== '' && { body }),
    })
    const text = await reply.text()
    const isXml = String(reply.headers.get('content-type')).includes('xml')
    return {
      status: reply.status,
      headers: pickHeaders(Object.fromEntries(reply.headers), /^(content-type|x-|sforce-)/),
      body: text === '' || isXml ? Buffer.from(text) : parseJson(text),
    }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const pickHeaders = (headers: IncomingMessage['headers'], names: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      names.test(name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
