import type { DownloadId } from '@platform/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Services } from '../services.ts'
import { getDownload } from './downloads.ts'

export function downloadRoutes(
  http: FastifyInstance,
  database: Database,
  services: Services,
): void {
  http.get<{ Params: { id: string }; Querystring: { signature?: string } }>(
    '/downloads/:id',
    async ({ params, query }, reply) => {
      const json = await getDownload(services, database.everything, {
        id: params.id as DownloadId,
        signature: query.signature ?? '',
      })
      return reply
        .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
        .send(json)
    },
  )
}
