import type { Tool } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { ListEventsParams, PollEventsParams } from './project/events.ts'
import type { ToolOutcome } from './tool-outcome.ts'
import type { ToolSchema } from './tool-schema.ts'

/**
 * Limit of values in a message of a server or project: the protocol's library parses and copies each, so
 * that more of them hold the event loop longer than 50 ms.
 */
export const maxMessageValues = 15_000

/** A tool as clients list it. */
export interface ListedTool {
  name: string
  title: string
  description: string
  inputSchema: ToolSchema
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

export interface ProtocolAnswer {
  request: FastifyRequest
  reply: FastifyReply
  title: string
  /** Sent to every agent when it connects. */
  instructions: string
  tools(): Promise<ListedTool[]>
  call(name: string, input: unknown): Promise<ToolOutcome>
  /** What the caller may poll, if it may. */
  events?: {
    list(): object[]
    poll(params: PollEventsParams): Promise<Record<string, unknown>>
  }
}

/**
 * Answers one message of the Model Context Protocol, over Streamable HTTP without sessions: of the
 * revision 2026-07-28, whose requests stand alone, and of earlier ones, which begin with `initialize`.
 * The library is loaded with the first message: servers without agents do without it.
 */
export async function answerByProtocol({
  request,
  reply,
  title,
  instructions,
  tools,
  call,
  events,
}: ProtocolAnswer): Promise<FastifyReply> {
  const { Server, Transport, createMcpHandler, isLegacyRequest } = await library()
  const serve = () => {
    const server = new Server(
      { name: 'platform', title, version: manifest.version },
      { capabilities: { tools: {}, ...(events && { events: {} }) }, instructions },
    )
    server.setRequestHandler('tools/list', async () => ({
      tools: (await tools()) as Tool[],
    }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const { data, isError } = await call(params.name, params.arguments)
      return {
        content: [{ type: 'text', text: JSON.stringify(data) }],
        structuredContent: data,
        isError,
      }
    })
    if (events) {
      server.setRequestHandler('events/list', { params: ListEventsParams }, () => ({
        events: events.list(),
      }))
      server.setRequestHandler('events/poll', { params: PollEventsParams }, (params) =>
        events.poll(params),
      )
    }
    return server
  }
  const message = parseMessage(request)
  const parsedBody: unknown = request.body
  const answer = async (): Promise<Response> => {
    if (!(await isLegacyRequest(message, parsedBody))) {
      // Nothing changes during a request that clients could subscribe to.
      const handler = createMcpHandler(serve, { legacy: 'reject', maxSubscriptions: 0 })
      return handler.fetch(message, { parsedBody })
    }
    const server = serve()
    const transport = new Transport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(message, { parsedBody })
    } finally {
      await server.close()
    }
  }
  const response = await answer()
  const type = response.headers.get('content-type')
  if (type) reply.type(type)
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .send(await response.text())
}

function parseMessage(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(', '))
  }
  return new Request(new URL(request.url, 'http://platform.internal'), { method: 'POST', headers })
}

let loaded: ReturnType<typeof loadProtocol> | undefined

const library = () => (loaded ??= loadProtocol())

async function loadProtocol() {
  const { Server, WebStandardStreamableHTTPServerTransport, createMcpHandler, isLegacyRequest } =
    await import('@modelcontextprotocol/server')
  return {
    Server,
    Transport: WebStandardStreamableHTTPServerTransport,
    createMcpHandler,
    isLegacyRequest,
  }
}
