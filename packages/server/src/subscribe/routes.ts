import type { ProjectId, ProviderAppId } from '@platform/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Services } from '../services.ts'
import { takeWebhook } from './webhook.ts'

/** Bytes; what providers send in one request is far below. */
const mostBodyBytes = 1024 * 1024

interface OfApp {
  Params: { project: string; provider: string; app: string }
  Body: Buffer | undefined
}

/** Where providers send webhooks. No credential comes with them: their signature is checked. */
export function subscribeRoutes(
  http: FastifyInstance,
  { database, services }: { database: Database; services: Services },
): void {
  void http.register(async (scope) => {
    // Signatures cover the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<OfApp>(
      '/subscribe/v1/projects/:project/providers/:provider/apps/:app',
      { bodyLimit: mostBodyBytes, config: { subsystem: 'subscribe', isUnlimited: true } },
      async ({ params, method, url, headers, body }, reply) => {
        await takeWebhook(services, database, {
          projectId: params.project as ProjectId,
          provider: params.provider,
          providerAppId: params.app as ProviderAppId,
          incoming: {
            method,
            url: services.publicUrl + url,
            headers,
            rawBody: body ?? Buffer.alloc(0),
          },
        })
        return reply.code(204).send()
      },
    )
  })
}
