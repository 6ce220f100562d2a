import type { FastifyReply, FastifyRequest } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import type { ToolOutcome } from './call-tool.ts'
import type { ToolSchema } from './tool-schema.ts'

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
}

/**
 * Answers one message of the Model Context Protocol, over Streamable HTTP without sessions. The library
 * is loaded with the first message: servers without agents do without it.
 */
export async function answerByProtocol({
  request,
  reply,
  title,
  instructions,
  tools,
  call,
}: ProtocolAnswer): Promise<FastifyReply> {
  const { Server, Transport, types } = await library()
  const server = new Server(
    { name: 'platform', title, version: manifest.version },
    { capabilities: { tools: {} }, instructions },
  )
  server.setRequestHandler(types.ListToolsRequestSchema, async () => ({ tools: await tools() }))
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    const { data, isError } = await call(params.name, params.arguments)
    return {
      content: [{ type: 'text', text: JSON.stringify(data) }],
      structuredContent: data,
      isError,
    }
  })
  const transport = new Transport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers.set(name, [value].flat().join(', '))
    }
    const address = new URL(request.url, 'http://platform.internal')
    const response = await transport.handleRequest(
      new Request(address, { method: 'POST', headers }),
      { parsedBody: request.body },
    )
    const text = await response.text()
    const type = response.headers.get('content-type')
    if (type) reply.type(type)
    return reply.code(response.status).header('cache-control', 'no-store').send(text)
  } finally {
    await server.close()
  }
}

let loaded: ReturnType<typeof load> | undefined

const library = () => (loaded ??= load())

async function load() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport: Transport }, types] =
    await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ])
  return { Server, Transport, types }
}
