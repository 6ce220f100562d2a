import type { DownloadId } from '@platform/contract'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { getDownload } from './downloads.ts'

export function downloadRoutes(http: FastifyInstance, services: Services): void {
  http.get<{ Params: { id: string }; Querystring: { signature?: string } }>(
    '/downloads/:id',
    async ({ params, query }, reply) => {
      const json = await getDownload(services, {
        id: params.id as DownloadId,
        signature: query.signature ?? '',
      })
      return reply
        .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
        .send(json)
    },
  )
}
