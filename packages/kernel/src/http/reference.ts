import { providerSchema } from '@platform/connectors'
import { openapiDocument, type JsonObject } from '@platform/contract/openapi'
import { manifestJsonSchema } from '@platform/manifest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, compress, setCoding, varyByCoding, type Coding } from './compression.ts'
import { etagOfText, isKnown } from './etag.ts'

const json = 'application/json; charset=utf-8'
/** The pages contain their styles, load nothing and run no scripts. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Serves machine-readable references: the OpenAPI document, and the schemas of files that people
 * write.
 */
export function referenceRoutes(http: FastifyInstance, publicUrl: string): void {
  let document: JsonObject | undefined
  const openapi = () =>
    (document ??= {
      ...openapiDocument(),
      servers: [{ url: publicUrl, description: 'This server' }],
    })

  http.get(
    '/openapi.json',
    serveDocument(json, () => JSON.stringify(openapi())),
  )
  http.get(
    '/schemas/platform.yaml.json',
    serveDocument(json, () => JSON.stringify(manifestJsonSchema())),
  )
  http.get(
    '/schemas/provider.json',
    serveDocument(json, () => JSON.stringify(providerSchema())),
  )
}

/**
 * Serves a document that does not change while the process runs, generated at the first request.
 */
function serveDocument(type: string, write: () => string) {
  const compressed = new Map<Coding, Promise<Buffer>>()
  let known: { text: string; etag: string } | undefined
  const writeOnce = () => {
    const text = write()
    return { text, etag: etagOfText(text) }
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { text, etag } = (known ??= writeOnce())
    reply.headers({ etag, 'cache-control': 'no-cache', 'content-security-policy': policy })
    varyByCoding(reply)
    const has = request.headers['if-none-match']
    if (has && isKnown(has, etag)) return reply.code(304).send()
    reply.type(type)
    const coding = chooseCoding(request.headers['accept-encoding'])
    if (!coding) return reply.send(text)
    const body = compressed.get(coding) ?? compress(text, { coding, quality: 9 })
    compressed.set(coding, body)
    const content = await body
    setCoding(reply, { coding, bytes: content.length })
    return reply.send(content)
  }
}
