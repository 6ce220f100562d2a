import { providerSchema } from '@platform/connectors'
import { openapiDocument, type JsonObject } from '@platform/contract/openapi'
import { manifestJsonSchema } from '@platform/manifest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDocument, sendDocument } from './documents.ts'

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

/** Serves a document that is generated at the first request. */
function serveDocument(type: string, write: () => string) {
  const document = createDocument(write)
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
    return sendDocument(request, reply, { document, type })
  }
}
